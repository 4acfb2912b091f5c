/// The statuses that the program ends with, as `sysexits.h` has them, besides those of signals.
enum ExitStatus {
  /// The words on the command line are not understood.
  static let notUnderstood: Int32 = 64

  /// There is no such countdown.
  static let notFound: Int32 = 66

  /// The system has too little of something, such as open files.
  static let noResources: Int32 = 71

  /// Something could not be read or written.
  static let failed: Int32 = 74

  /// Another process runs the countdown; that may be over later.
  static let busy: Int32 = 75
}

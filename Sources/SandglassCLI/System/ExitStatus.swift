/// The program's exit statuses, from `sysexits.h`, except for those of signals.
enum ExitStatus {
  /// The arguments are not valid.
  static let notUnderstood: Int32 = 64

  /// There is no such countdown.
  static let notFound: Int32 = 66

  /// The system has too little of a resource, such as open files.
  static let noResources: Int32 = 71

  /// A read or write failed.
  static let failed: Int32 = 74

  /// Another process is running the countdown. A later attempt may succeed.
  static let busy: Int32 = 75
}

/// The program's exit statuses, as in `sysexits.h`. The statuses for signals are in ``Signal``.
enum ExitStatus {
  /// The operation does not apply to the countdown, for example because it has ended.
  static let refused: Int32 = 1

  /// The arguments are not valid.
  static let notUnderstood: Int32 = 64

  /// There is no such countdown.
  static let notFound: Int32 = 66

  /// A system limit is too low, such as the limit on open files.
  static let noResources: Int32 = 71

  /// A read or write failed.
  static let failed: Int32 = 74

  /// The user has left the countdown running in its record.
  static let left: Int32 = 75
}

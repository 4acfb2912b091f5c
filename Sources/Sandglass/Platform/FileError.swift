#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why the system refused a call on files.
struct FileError: Error, Hashable, CustomStringConvertible {
  /// The `errno` of the call.
  let code: Int32

  /// What was wrong, where it was we who refused.
  var reason: String?

  var description: String { reason ?? "\(FileCalls.message(of: code)) (error \(code))" }

  /// A file has the name of one of ours, and is none.
  static func notOurs(_ name: String, _ reason: String) -> FileError {
    FileError(code: EEXIST, reason: "\(name.debugDescription) is not ours: \(reason)")
  }

  /// Somebody has removed the file of a lock that was held.
  static func lockRemoved(_ name: String) -> FileError {
    FileError(code: ESTALE, reason: "\(name.debugDescription) was removed by somebody meanwhile")
  }

  /// The error of the call that this thread has made last, if that failed.
  static var last: FileError { FileError(code: errno) }

  /// A signal came first.
  var isInterruption: Bool { code == EINTR }

  /// The file does not exist.
  var isMissing: Bool { code == ENOENT }

  /// The name is that of a symbolic link.
  var isLink: Bool { code == ELOOP }

  /// Something of that name exists already.
  var isTaken: Bool { code == EEXIST }

  /// Another opener has the lock.
  var isLocked: Bool { code == EWOULDBLOCK }

  /// The file system does not know the order.
  ///
  /// Apple's kernel takes the same three codes for that when it falls back from F_BARRIERFSYNC (xnu,
  /// bsd/kern/kern_descrip.c). For F_FULLFSYNC users have reported ENOTSUP from SMB, EINVAL from
  /// macFUSE and ENOTTY from exFAT.
  var isUnsupported: Bool { code == ENOTSUP || code == EINVAL || code == ENOTTY }

  /// The disk has no room.
  static var full: FileError { FileError(code: ENOSPC) }

  /// A file is larger than it may be.
  static var tooLarge: FileError { FileError(code: EFBIG) }

  /// Another process did not give back its lock in time.
  static var timedOut: FileError { FileError(code: ETIMEDOUT) }

  /// What was to be written has no such form.
  static var invalid: FileError { FileError(code: EINVAL) }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// An error from a system call on a file.
package struct FileError: Error, Equatable, CustomStringConvertible {
  /// The `errno` that the call set.
  let code: Int32

  /// The reason, if the library itself rejected the file.
  var reason: String?

  package var description: String { reason ?? "\(FileCalls.message(of: code)) (error \(code))" }

  /// A file has the name of one of the library's files, but was not created by the library.
  package static func notOurs(_ name: String, _ reason: String) -> FileError {
    FileError(code: EEXIST, reason: "\(name.debugDescription) is not a Sandglass file: \(reason)")
  }

  /// The file of a held lock was removed.
  package static func lockRemoved(_ name: String) -> FileError {
    FileError(code: ESTALE, reason: "\(name.debugDescription) was removed while it was locked")
  }

  /// The folder in which a record was last seen does not exist any more.
  package static let folderMissing = FileError(code: ENOENT, reason: "its folder is not there")

  /// There is another folder in the place of the one in which a record was last seen.
  package static let folderReplaced = FileError(
    code: ESTALE, reason: "its folder has been replaced")

  /// The error from this thread's latest system call, if that call failed.
  static var last: FileError { FileError(code: errno) }

  /// A signal interrupted the call.
  var isInterruption: Bool { code == EINTR }

  /// The file does not exist.
  package var isMissing: Bool { code == ENOENT }

  /// The name belongs to a symbolic link.
  package var isLink: Bool { code == ELOOP }

  /// A file or folder with that name already exists.
  package var isTaken: Bool { code == EEXIST }

  /// Another open file description holds the lock.
  var isLocked: Bool { code == EWOULDBLOCK }

  /// The file system does not support the call.
  ///
  /// Apple's kernel treats the same three codes as unsupported when it falls back from F_BARRIERFSYNC (xnu,
  /// bsd/kern/kern_descrip.c). For F_FULLFSYNC, users have reported ENOTSUP from SMB, EINVAL from macFUSE and ENOTTY
  /// from exFAT.
  var isUnsupported: Bool { code == ENOTSUP || code == EINVAL || code == ENOTTY }

  /// The disk is full.
  static var full: FileError { FileError(code: ENOSPC) }

  /// The file exceeds the size limit.
  package static var tooLarge: FileError { FileError(code: EFBIG) }

  /// Another process or thread did not release its lock in time.
  package static var timedOut: FileError {
    FileError(code: ETIMEDOUT, reason: "the lock of the folder was not released in time")
  }

  /// The error is ``timedOut``.
  package var isTimeout: Bool { code == ETIMEDOUT }

  /// The value cannot be represented in a file.
  package static var invalid: FileError { FileError(code: EINVAL) }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// The status of a file: its identity, and whether the library can have created it.
package struct FileStatus {
  /// The identity of a file, unique among all existing files.
  package struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  package let identity: Identity
  package let hasOtherNames: Bool
  private let isRegular: Bool
  private let owner: uid_t

  init(_ status: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    hasOtherNames = status.st_nlink > 1
    isRegular = status.st_mode & S_IFMT == S_IFREG
    owner = status.st_uid
  }

  /// Returns the reason why the library cannot have created this file in the given folder; nil if it can have created
  /// it.
  ///
  /// The library's files are regular files that belong to this process's user, or to the folder's owner, because some
  /// file systems report the folder's owner for all files. The superuser may use the files of every user.
  package func misfit(in folder: FileStatus) -> String? {
    if !isRegular { return "it is no regular file" }
    let user = geteuid()
    if owner == user || owner == folder.owner || user == 0 { return nil }
    return "it belongs to user \(owner)"
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the system says of a file: which one it is, and whether it can be one that we have made.
struct FileStatus {
  /// Which file it is, among all there are at one time.
  struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  let identity: Identity
  let hasOtherNames: Bool
  private let isRegular: Bool
  private let owner: uid_t

  init(_ status: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    hasOtherNames = status.st_nlink > 1
    isRegular = status.st_mode & S_IFMT == S_IFREG
    owner = status.st_uid
  }

  /// Why it cannot be one of ours in that folder; nil if it can.
  ///
  /// Ours are regular files of the user of this process, or of the folder's owner, as which some file systems show all
  /// files. The superuser may use the files of all.
  func misfit(in folder: FileStatus) -> String? {
    if !isRegular { return "it is no regular file" }
    let user = geteuid()
    if owner == user || owner == folder.owner || user == 0 { return nil }
    return "it belongs to user \(owner)"
  }
}

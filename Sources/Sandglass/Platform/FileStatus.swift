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
  let size: Int

  /// Why it cannot be one of ours; nil if it can.
  ///
  /// Ours are regular files of the user of this process, and have no other name anywhere. The superuser may use the
  /// files of all.
  let misfit: String?

  init(_ status: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    size = Int(status.st_size)
    if status.st_mode & S_IFMT != S_IFREG {
      misfit = "it is no regular file"
    } else if status.st_uid != geteuid(), geteuid() != 0 {
      misfit = "it belongs to user \(status.st_uid)"
    } else if status.st_nlink > 1 {
      misfit = "it has \(status.st_nlink) names"
    } else {
      misfit = nil
    }
  }
}

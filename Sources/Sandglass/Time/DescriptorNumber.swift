#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The numbers of descriptors.
enum DescriptorNumber {
  /// The same descriptor under a number that is out of the way; itself where there is no such number.
  static func moved(_ descriptor: Int32) -> Int32 {
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 512)
    guard moved >= 0 else { return descriptor }
    FileCalls.close(descriptor)
    return moved
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// A file that is read as a whole if it is small.
enum SmallFile {
  /// Returns the contents of a file, or nil if there is no such file, or it is not a regular file, cannot be read, or has
  /// more than `longest` bytes. Does not block on a pipe.
  static func read(_ path: String, atMost longest: Int) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= longest
    else { return nil }
    return contents(of: file, atMost: longest)
  }

  /// Another process may make the file longer at the same time.
  private static func contents(of file: Int32, atMost longest: Int) -> [UInt8]? {
    var contents: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while contents.count <= longest {
      let count = readBytes(file, &bytes)
      if count == 0 { return contents }
      if count > 0 { contents += bytes[..<count] } else if errno != EINTR { return nil }
    }
    return nil
  }
}

/// The C function `read`, which cannot be called where a method has the same name.
private func readBytes(_ file: Int32, _ bytes: inout [UInt8]) -> Int {
  read(file, &bytes, bytes.count)
}

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
  /// Returns the contents of a file, or nil if there is no such file, it is empty, it cannot be read, or it has more than
  /// `longest` bytes. No more are read, whatever the file is, and a pipe does not block.
  static func read(_ path: String, atMost longest: Int) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return contents(of: file, atMost: longest)
  }

  private static func contents(of file: Int32, atMost longest: Int) -> [UInt8]? {
    var contents: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while contents.count <= longest {
      let count = readBytes(file, &bytes)
      if count == 0 { return contents.isEmpty ? nil : contents }
      if count > 0 { contents += bytes[..<count] } else if errno != EINTR { return nil }
    }
    return nil
  }
}

/// The C function `read`, which cannot be called where a method has the same name.
private func readBytes(_ file: Int32, _ bytes: inout [UInt8]) -> Int {
  read(file, &bytes, bytes.count)
}

#if os(Linux)
  import Glibc

  /// The small files in which the kernel tells about itself.
  enum KernelFile {
    /// The first kilobyte of a file; nil if it cannot be read.
    static func text(of path: String) -> String? {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(descriptor, &bytes, bytes.count)
      return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// What a link of the kernel's says; nil if it cannot be read.
    static func link(at path: String) -> String? {
      var bytes = [CChar](repeating: 0, count: 256)
      let count = readlink(path, &bytes, bytes.count)
      guard count >= 0 else { return nil }
      return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
#endif

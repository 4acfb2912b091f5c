#if os(Linux) || os(Android)
  #if canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #else
    import Glibc
  #endif

  /// The small files in which the kernel exposes its state.
  enum KernelFile {
    /// Returns the contents of a small file; nil if it cannot be read.
    static func text(of path: String) -> String? {
      do {
        let file = Descriptor(try FileCalls.openFile(path, in: AT_FDCWD))
        return String(decoding: try FileCalls.readAll(file.number, atMost: 1024), as: UTF8.self)
      } catch {
        return nil
      }
    }

    /// Returns the target of a link that the kernel provides; nil if it cannot be read.
    static func link(at path: String) -> String? {
      var bytes = [CChar](repeating: 0, count: 256)
      let count = readlink(path, &bytes, bytes.count)
      guard count >= 0 else { return nil }
      return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
#endif

#if os(Linux)
  import Glibc
  import SandglassCore

  /// The time from a start of Linux to the next.
  enum BootSession {
    /// The kernel's boot id, together with the offsets of the time namespace: in another
    /// namespace the id stays the same though the steady clock does not.
    static var identity: BootIdentity? {
      guard let id = contents(of: "/proc/sys/kernel/random/boot_id") else { return nil }
      let offsets = contents(of: "/proc/self/timens_offsets") ?? ""
      let words = (id + " " + offsets).split { $0 == " " || $0 == "\n" }
      return BootIdentity(words.joined(separator: " "))
    }

    /// The first kilobyte of a file of the kernel's; nil if it cannot be read.
    private static func contents(of path: String) -> String? {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(descriptor, &bytes, bytes.count)
      return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
  }
#endif

#if os(Linux) || os(Android)
  #if canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #else
    import Glibc
  #endif
  import SandglassCore

  /// The time from one boot of Linux to the next.
  enum BootSession {
    /// The kernel's boot id, together with the offsets of the time namespace, because a different namespace has the
    /// same boot id but a different steady clock.
    static var identity: BootIdentity? {
      guard let id = KernelFile.text(of: "/proc/sys/kernel/random/boot_id") else { return nil }
      let offsets = KernelFile.text(of: "/proc/self/timens_offsets") ?? ""
      let words = (id + " " + offsets).split { $0 == " " || $0 == "\n" }
      return BootIdentity(words.joined(separator: " "))
    }
  }
#endif

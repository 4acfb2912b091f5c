#if canImport(Darwin)
  import Darwin
  package import SandglassCore

  extension SystemTime {
    /// The UUID of the boot session.
    package var bootIdentity: BootIdentity? {
      var bytes = [UInt8](repeating: 0, count: 64)
      var size = bytes.count
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
      return BootIdentity(String(decoding: bytes.prefix(size).prefix { $0 != 0 }, as: UTF8.self))
    }
  }
#endif

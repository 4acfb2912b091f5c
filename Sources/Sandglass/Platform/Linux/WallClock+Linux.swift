#if os(Linux) || os(Android)
  import CSandglass
  #if canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #else
    import Glibc
  #endif
  import SandglassCore

  /// The system's wall clock.
  enum WallClock {
    /// The current instant on the system's clock.
    static var now: WallMoment {
      var nanoseconds: Int64 = 0
      let seconds = sandglass_clock_read(CLOCK_REALTIME, &nanoseconds)
      return WallMoment(timeSince1970: .seconds(seconds) + .nanoseconds(nanoseconds))
    }
  }
#endif

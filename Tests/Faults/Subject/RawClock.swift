import Glibc

/// The clocks of the kernel, in nanoseconds. They are read with the function of the C library itself, so that no preloaded
/// library can shift them.
enum RawClock {
  private typealias Read =
    @convention(c) @Sendable (clockid_t, UnsafeMutablePointer<timespec>) -> Int32

  // The C library declares the function with this type, and has it.
  private static let read = unsafeBitCast(
    dlsym(dlopen("libc.so.6", RTLD_NOW), "clock_gettime"), to: Read.self)

  static var steady: Int64 { now(CLOCK_BOOTTIME) }

  static var wall: Int64 { now(CLOCK_REALTIME) }

  private static func now(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = read(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Which job of the shell has the terminal.
enum Foreground {
  /// Whether this process belongs to the job that may use the terminal.
  static func owns(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    // Where there are no jobs there is nobody to leave the terminal to.
    return group < 0 || group == getpgrp()
  }
}

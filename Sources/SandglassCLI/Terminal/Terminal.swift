/// The terminal that standard output is.
struct Terminal {
  private let descriptor: Int32

  /// The terminal that a descriptor is; nil if it is none.
  init?(_ descriptor: Int32) {
    guard isatty(descriptor) == 1 else { return nil }
    self.descriptor = descriptor
  }

  /// Whether the terminal is this program's to use, and not that of another job of the shell.
  var isOurs: Bool { Self.isOurs(descriptor) }

  /// Whether this process belongs to the job that may use the terminal that a descriptor is.
  static func isOurs(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    // Where there are no jobs there is nobody to leave the terminal to.
    return group < 0 || group == getpgrp()
  }

  /// The columns and lines.
  var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

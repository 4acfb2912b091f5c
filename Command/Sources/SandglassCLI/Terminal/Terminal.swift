/// The terminal that standard output is connected to.
struct Terminal {
  private let descriptor: Int32

  /// Creates the terminal for a descriptor. Returns nil if the descriptor is not a terminal.
  init?(_ descriptor: Int32) {
    guard isatty(descriptor) == 1 else { return nil }
    self.descriptor = descriptor
  }

  /// Whether this process's job is in the foreground of the terminal.
  var isOurs: Bool { Self.isOurs(descriptor) }

  /// Returns whether this process's job is in the foreground of the terminal that the descriptor is
  /// connected to.
  static func isOurs(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    // Without job control, no other job can use the terminal.
    return group < 0 || group == getpgrp()
  }

  /// The number of columns and lines.
  var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

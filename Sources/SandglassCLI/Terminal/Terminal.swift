#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The terminal that standard output is.
@MainActor
struct Terminal {
  private let descriptor: Int32

  init?(_ output: StandardStream) {
    guard output.isTerminal else { return nil }
    descriptor = output.descriptor
  }

  /// Whether the terminal is this program's to use, and not that of another job of the shell.
  var isOurs: Bool { Foreground.owns(descriptor) }

  /// The columns and lines.
  var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

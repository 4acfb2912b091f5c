import Foundation
import Glibc

/// The standard input. Each line is a command from the driver.
enum Input {
  /// Calls `handle` for each line, on a separate thread. The process exits at the end of the input.
  static func obey(_ handle: @escaping @Sendable (_ words: [Substring]) -> Void) -> Never {
    Thread.detachNewThread {
      while let line = readLine() { handle(line.split(separator: " ")) }
      exit(0)
    }
    dispatchMain()
  }
}

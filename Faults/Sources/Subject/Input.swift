import Foundation
import Glibc

/// The standard input, with one of the driver's commands on each line.
enum Input {
  /// Handles each line on its own thread. The process exits at the end of the input.
  static func obey(_ handle: @escaping @Sendable (_ words: [Substring]) -> Void) -> Never {
    Thread.detachNewThread {
      while let line = readLine() { handle(line.split(separator: " ")) }
      exit(0)
    }
    dispatchMain()
  }
}

import Foundation
import Glibc

/// The standard input: what the driver asks for, a line each.
enum Input {
  /// Obeys each line on a thread of its own; the process ends with its input.
  static func obey(_ handle: @escaping @Sendable (_ words: [Substring]) -> Void) -> Never {
    Thread.detachNewThread {
      while let line = readLine() { handle(line.split(separator: " ")) }
      exit(0)
    }
    dispatchMain()
  }
}

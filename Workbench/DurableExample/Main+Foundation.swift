import Foundation

/// Reservations that end while the process that holds them is killed and started again.
///
/// ```
/// swift run --traits SQLite DurableExample [--reservations 10000] [--kills 10] [--seconds 20]
/// ```
@main
struct Main {
  static func main() async throws {
    #if SQLITE
      let arguments = Arguments(CommandLine.arguments.dropFirst())
      if let path = arguments.file {
        try await Holder(path: path).run()
      } else {
        exit(try await Breaker(arguments).run() ? 0 : 1)
      }
    #else
      print("Pass the trait: swift run --traits SQLite DurableExample")
      exit(64)
    #endif
  }
}

/// The options of the command line.
struct Arguments {
  /// The file of the process that is killed; nil for the process that kills it.
  var file: String?
  var reservations = 10_000
  var kills = 10
  var seconds = 20

  init(_ words: some Sequence<String>) {
    var words = words.makeIterator()
    while let option = words.next(), let value = words.next() {
      switch option {
      case "--file": file = value
      case "--reservations": reservations = Int(value) ?? reservations
      case "--kills": kills = Int(value) ?? kills
      case "--seconds": seconds = Int(value) ?? seconds
      default: break
      }
    }
  }
}

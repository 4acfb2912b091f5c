import Foundation

#if DURABLE
  import SandglassDurable
#endif

/// Reservations that end while the process that holds them is killed and started again.
///
/// ```
/// swift run --traits SQLite DurableExample [--reservations 10000] [--kills 10] [--seconds 20]
/// swift run --traits PostgreSQL DurableExample --postgresql [CONNECTION] [...]
/// ```
///
/// With a server, two processes hold the reservations, and one of them is killed, or stopped for longer than its lease.
/// Without a connection, the server is one of its own, with the binaries of Debian's package `postgresql`.
@main
struct Main {
  static func main() async throws {
    #if DURABLE
      let arguments = Arguments(CommandLine.arguments.dropFirst())
    #endif
    #if POSTGRESQL
      if let connection = arguments.node {
        return try await Node(connection: connection, log: arguments.log).run()
      }
      if let connection = arguments.reserve {
        let breaker = NodeBreaker(arguments: arguments, connection: connection)
        return try await breaker.reserve(try await PostgreSQLStore(connection))
      }
      if let text = arguments.postgresql {
        // The server ends with this process.
        let server = text.isEmpty ? try OwnServer() : nil
        let connection = server?.connection ?? text
        let breaker = NodeBreaker(arguments: arguments, connection: connection)
        exit(try await breaker.run() ? 0 : 1)
      }
    #endif
    #if SQLITE
      if let path = arguments.file {
        try await Holder(path: path).run()
      } else {
        exit(try await Breaker(arguments).run() ? 0 : 1)
      }
    #else
      print("Pass the trait SQLite, or the trait PostgreSQL and --postgresql CONNECTION.")
      exit(64)
    #endif
  }
}

/// The options of the command line.
struct Arguments {
  /// The file of the process that is killed; nil for the process that kills it.
  var file: String?

  /// How to connect to a server; empty for a server of its own, and nil for a file.
  var postgresql: String?

  /// How to connect to a server, only to start reservations there.
  var reserve: String?

  /// Where a node writes the ids of its events, instead of freeing seats.
  var log: String?

  /// How a node connects to its server; nil for the process that kills it.
  var node: String?
  var reservations = 10_000
  var kills = 10
  var seconds = 20

  init(_ words: some Sequence<String>) {
    var words = Array(words)[...]
    while let option = words.popFirst() {
      let isAlone = words.first?.hasPrefix("--") ?? true
      let value = isAlone ? "" : words.removeFirst()
      switch option {
      case "--file": file = value
      case "--postgresql": postgresql = value
      case "--node": node = value
      case "--reserve": reserve = value
      case "--log": log = value
      case "--reservations": reservations = Int(value) ?? reservations
      case "--kills": kills = Int(value) ?? kills
      case "--seconds": seconds = Int(value) ?? seconds
      default: break
      }
    }
  }
}

#if DURABLE
  extension Arguments {
    /// Starts reservations that end at random times while their holders are killed.
    func reserve(_ countdowns: DurableCountdowns) async {
      let milliseconds = seconds * 1_000
      await withTaskGroup { group in
        for seat in 1...reservations {
          group.addTask {
            _ = try? await countdowns.start(
              "seat \(seat)", for: .milliseconds(Int.random(in: 1...milliseconds)))
          }
        }
      }
      print("\(reservations) reservations end within \(seconds) s")
    }

    /// Starts this program as a process that holds reservations.
    static func start(_ words: String...) throws -> Process {
      let holder = Process()
      holder.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      holder.arguments = words
      try holder.run()
      return holder
    }
  }
#endif

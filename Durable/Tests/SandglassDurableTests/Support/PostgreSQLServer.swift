#if POSTGRESQL
  import Foundation

  /// A PostgreSQL server of the tests' own, which ends with their process.
  final class PostgreSQLServer: Sendable {
    /// Why there is no server.
    struct Missing: Error, CustomStringConvertible {
      let description: String
    }

    /// How to connect to the server.
    let connection: String

    /// The process id of the server.
    let process: Int32

    /// Keeps the server running.
    private let input: Pipe

    /// The server of all tests that do not stop it. What they commit need not survive the machine. It looks for deadlocks
    /// at once, and not after a second, because some tests race for the same rows.
    static let shared = Result {
      try PostgreSQLServer("fsync=off", "full_page_writes=off", "deadlock_timeout=10ms")
    }

    /// Starts a server with settings. Throws if its binaries are not there.
    init(_ settings: String...) throws {
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Scripts/postgresql-server").standardizedFileURL
      let server = Process()
      let output = Pipe()
      input = Pipe()
      server.executableURL = script
      server.arguments = settings
      server.standardInput = input
      server.standardOutput = output
      try server.runAlone()
      var text = ""
      while text.filter({ $0 == "\n" }).count < 2 {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        text += String(decoding: data, as: UTF8.self)
      }
      let lines = text.split(separator: "\n")
      guard lines.count == 2, let process = Int32(lines[1]) else {
        throw Missing(
          description: "PostgreSQL cannot be started; the tests need Debian's package postgresql")
      }
      connection = String(lines[0])
      self.process = process
    }

    /// The name of a schema that no other test has.
    static func schema() -> String { "test \(UUID().uuidString)" }
  }
#endif

#if DURABLE
  import Foundation

  /// Measures the durable engine on this machine. `Durable/Scripts/durable` runs it, and explains what it prints.
  @main
  enum DurableGoals {
    static func main() async throws {
      let words = CommandLine.arguments.dropFirst()
      let numbers = words.dropFirst().prefix(2).compactMap { Int($0) }
      guard let name = words.first, let mode = Mode(rawValue: name), numbers.count == 2 else {
        print("usage: DurableGoals \(Mode.allCases.map(\.rawValue)) NUMBER NUMBER [CONNECTION]")
        exit(64)
      }
      let connection = words.dropFirst(3).first
      #if POSTGRESQL
        if let connection {
          let base = try await PostgreSQLBase(connection)
          return try await Scenario(mode, numbers[0], numbers[1], on: base).run()
        }
      #endif
      #if SQLITE
        guard connection == nil else { exit(64) }
        let folder = FileManager.default.temporaryDirectory
          .appendingPathComponent("sandglass-goals-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let base = try SQLiteBase(path: folder.appendingPathComponent("goals.sqlite").path)
        try await Scenario(mode, numbers[0], numbers[1], on: base).run()
      #endif
    }
  }

  /// What the system says of the memory that this process has had at most.
  func peakMemory() -> String {
    let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return lines.split(separator: "\n").first { $0.hasPrefix("VmHWM") }.map(String.init)
      ?? "unknown"
  }
#else
  @main
  enum DurableGoals {
    static func main() { print("Build this with the trait SQLite or PostgreSQL.") }
  }
#endif

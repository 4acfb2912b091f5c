/// Measures the durable engine. `Durable/Scripts/durable` runs it.
@main
struct Main {
  static func main() async throws {
    #if DURABLE
      try await DurableGoals.run(CommandLine.arguments.dropFirst())
    #else
      print("Build this with the trait SQLite or PostgreSQL.")
    #endif
  }
}

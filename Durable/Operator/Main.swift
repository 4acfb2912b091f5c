#if DURABLE
  import ArgumentParser

  /// A program for those who operate durable countdowns, and for deployments.
  @main
  struct Operator: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sandglass-durable",
      abstract: "Looks into the countdowns of a database, and repairs them.",
      discussion: """
        The database is a server (--postgresql) or a file (--sqlite). A file that a service runs can only be read, with \
        `sqlite3` and the views sandglass_countdown_view and sandglass_event_view.
        """,
      subcommands: [
        Migrate.self, Status.self, List.self, Count.self, Outbox.self, Replay.self, Drop.self,
        RemoveDamaged.self, Pause.self, Resume.self,
      ])
  }
#else
  @main
  enum Operator {
    static func main() { print("Build this with the trait SQLite or PostgreSQL.") }
  }
#endif

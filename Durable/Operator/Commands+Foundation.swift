#if DURABLE
  import ArgumentParser
  import Foundation
  import Sandglass
  import SandglassCore
  import SandglassDurable

  struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes the tables, or those of a newer version. Does nothing if they are there.")
    @OptionGroup var database: Database

    func run() async throws { _ = try await database.administration(migrates: true) }
  }

  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Counts countdowns and events, and says who runs them.")
    @OptionGroup var database: Database

    func run() async throws {
      let status = try await database.administration().status()
      for state in [CountdownState.running, .paused, .finished, .idle] {
        print("\(state): \(status.countdowns[state] ?? 0)")
      }
      print("overdue: \(status.overdue)\(since(status.overdueSince, status))")
      print("waiting events: \(status.waitingEvents)\(since(status.waitingSince, status))")
      print("given up: \(status.givenUpEvents)")
      print("firing: \(status.isPaused ? "paused" : "on")")
      for node in status.nodes {
        print("node \(node.name): \(node.shards) shards, lease until \(text(node.leaseEnd))")
      }
    }

    private func since(_ instant: WallMoment?, _ status: DurableStatus) -> String {
      instant.map { ", for \((status.taken - $0).secondsText) s" } ?? ""
    }
  }

  struct Selection: ParsableArguments {
    @Option(help: "Only countdowns in this state: idle, running, paused or finished.")
    var state: StateName?

    @Option(help: "Only countdowns whose ids begin so.")
    var prefix = ""

    var filter: DurableFilter {
      DurableFilter(states: state.map { [$0.state] } ?? [], idPrefix: prefix)
    }

    enum StateName: String, ExpressibleByArgument, CaseIterable {
      case idle, running, paused, finished

      var state: CountdownState {
        switch self {
        case .idle: .idle
        case .running: .running
        case .paused: .paused
        case .finished: .finished
        }
      }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists countdowns, and rows that cannot be read.")
    @OptionGroup var database: Database
    @OptionGroup var selection: Selection

    func run() async throws {
      let administration = try await database.administration()
      var place: DurablePlace?
      repeat {
        let page = try await administration.list(selection.filter, after: place, limit: 1_000)
        for countdown in page.countdowns {
          let end = countdown.end.map(text) ?? "\(countdown.remaining.secondsText) s left"
          print(line(countdown.id, "\(countdown.state)", end))
        }
        for row in page.damaged { print(line("row \(row.number)", "damaged", row.text)) }
        place = page.next
      } while place != nil
    }
  }

  struct Count: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Counts countdowns.")
    @OptionGroup var database: Database
    @OptionGroup var selection: Selection

    func run() async throws {
      print(try await database.administration().count(selection.filter))
    }
  }

  struct Outbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists events that have not been handled.")
    @OptionGroup var database: Database
    @Flag(help: "Only events that were given up.")
    var givenUp = false

    func run() async throws {
      let administration = try await database.administration()
      var last: Int64 = 0
      while true {
        let entries = try await administration.outbox(after: last, givenUp: givenUp, limit: 1_000)
        for entry in entries {
          print(
            line(
              "\(entry.number)", entry.event?.id ?? "damaged",
              entry.isGivenUp ? "given up" : "waiting", "\(entry.failures) failures",
              entry.error ?? ""))
        }
        guard let end = entries.last else { return }
        last = end.number
      }
    }
  }

  struct Numbers: ParsableArguments {
    @Argument(help: "The numbers.")
    var numbers: [Int64] = []

    func change(_ body: (Int64) async throws -> Bool) async throws {
      for number in numbers {
        guard try await body(number) else {
          throw ValidationError("There is no such row with the number \(number).")
        }
      }
    }
  }

  struct Replay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Hands out events that were given up, with all their attempts again.")
    @OptionGroup var database: Database
    @OptionGroup var events: Numbers

    func run() async throws {
      let administration = try await database.administration()
      try await events.change { try await administration.replay($0) }
    }
  }

  struct Drop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Removes events from the outbox.")
    @OptionGroup var database: Database
    @OptionGroup var events: Numbers

    func run() async throws {
      let administration = try await database.administration()
      try await events.change { try await administration.drop($0) }
    }
  }

  struct RemoveDamaged: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes countdowns that cannot be read, with their events.")
    @OptionGroup var database: Database
    @OptionGroup var rows: Numbers

    func run() async throws {
      let administration = try await database.administration()
      try await rows.change { try await administration.removeDamaged($0) }
    }
  }

  struct Pause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Pauses firing on all nodes, for a deployment.")
    @OptionGroup var database: Database

    func run() async throws { try await database.administration().pauseFiring() }
  }

  struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Goes on with firing. What was due in between fires now.")
    @OptionGroup var database: Database

    func run() async throws { try await database.administration().resumeFiring() }
  }

  /// A line of a table, without what could control a terminal: ids and errors are from others.
  private func line(_ columns: String...) -> String {
    columns.map { column in
      String(
        String.UnicodeScalarView(
          column.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }.joined(separator: "\t")
  }

  private func text(_ instant: WallMoment) -> String { Date(instant).ISO8601Format() }
#endif

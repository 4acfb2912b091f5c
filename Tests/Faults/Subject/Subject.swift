import Dispatch
import Foundation
import Glibc
import Sandglass
import SandglassStores

/// The process under test. It runs the command in its arguments and prints a line of JSON for each
/// event.
///
///     Subject count FOLDER ID for NANOSECONDS     starts a kept countdown with a duration
///     Subject count FOLDER ID until NANOSECONDS   starts a kept countdown to a wall-clock time
///     Subject count FOLDER ID again               restores a kept countdown
///     Subject change FOLDER ID                    changes a kept countdown until it is killed
///     Subject look FOLDER ID                      prints the restored state, and exits
///     Subject waits FOLDER ID                     prints how long calls block their caller
///     Subject rows FOLDER COUNT                   keeps the rows of a board that end after two seconds, and exits
///     Subject rows FOLDER report                  reports the ends of the rows, and exits
///     Subject floor                               measures the machine without the library
///
/// Commands that keep running handle the lines of their standard input, and exit at its end.
@main
struct Subject {
  // This method is not async, because `dispatchMain()` must be called on the main thread.
  static func main() {
    warmUp()
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      Line(.failed, error: "\(error)").print()
      Glibc.exit(1)
    }
  }

  /// Performs the work that is done only once per process, so that the measurements do not include
  /// launch costs.
  private static func warmUp() {
    _ = try? JSONEncoder().encode(Line(.clocks))
    let countdown = Countdown.started(.seconds(1), options: .faults)
    _ = countdown.reading
    countdown.cancel()
  }

  private static func run(_ words: [String]) throws {
    if words == ["floor"] { Floor.run() }
    guard words.count >= 3 else { throw UsageError() }
    let store = FileCountdownStore(folder: words[1])
    let id = words[2]
    switch (words[0], words.dropFirst(3).first, words.dropFirst(4).first.flatMap { Int64($0) }) {
    case ("count", "for", let duration?):
      Counting(
        store.countdown(id, startingFrom: .nanoseconds(duration), options: .faults)
      ).start()
    case ("count", "until", let end?):
      let end = WallMoment(timeSince1970: .nanoseconds(end))
      Counting(store.countdown(id, until: end, options: .faults)).start()
    case ("count", "again", nil):
      try Counting(restored(id, from: store)).goOn()
    case ("change", nil, nil):
      try Changing(id, in: store).run()
    case ("look", nil, nil):
      _ = try restored(id, from: store)
    case ("waits", nil, nil):
      exit { await Waiting(id, in: store).run() }
    case ("rows", nil, nil):
      exit {
        if let count = Int(id) {
          try await Rows(in: store, .rows).start(count)
        } else {
          try await Rows(in: store, .reported).report()
        }
      }
    default:
      throw UsageError()
    }
  }

  /// Exits after some asynchronous work.
  private static func exit(after work: @escaping @Sendable () async throws -> Void) -> Never {
    Task {
      do {
        try await work()
      } catch {
        Line(.failed, error: "\(error)").print()
        Glibc.exit(1)
      }
      Glibc.exit(0)
    }
    dispatchMain()
  }

  /// Returns the countdown that was restored from a record, and prints its restored state.
  static func restored(_ id: String, from store: FileCountdownStore) throws -> Countdown {
    guard let countdown = try store.countdown(id) else { throw MissingError() }
    countdown.report(.restored)
    return countdown
  }
}

struct UsageError: Error {}

struct MissingError: Error {}

extension CountdownOptions {
  /// The options for all countdowns. The unit is a tenth of a second, so a tick is due after any
  /// longer stall.
  static let faults = CountdownOptions(
    unit: .milliseconds(100),
    milestones: [
      .remaining(.seconds(5)), .remaining(.milliseconds(2500)), .remaining(.seconds(1)),
      .remaining(.milliseconds(250)),
    ])
}

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

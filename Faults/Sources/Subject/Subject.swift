import Dispatch
import Foundation
import Glibc
import Sandglass

/// The process under test. It runs the command in its arguments and prints a line of JSON for each
/// event.
///
///     Subject count FOLDER ID for NANOSECONDS     starts a kept countdown of a duration
///     Subject count FOLDER ID until NANOSECONDS   starts one to a wall-clock instant
///     Subject count FOLDER ID again               restores one
///     Subject change FOLDER ID                    changes one repeatedly, until it is killed
///     Subject look FOLDER ID                      prints the restored state, and exits
///     Subject save FOLDER ID COUNT                saves the record repeatedly
///     Subject read FOLDER ID                      reads it repeatedly until its input ends
///     Subject hold FOLDER ID                      claims a record until its input ends
///     Subject waits FOLDER ID                     prints how long calls block their caller
///     Subject floor                               measures without the library
///
/// Commands that keep running handle the lines of their standard input, and exit when it ends.
@main
struct Subject {
  // Not async, because `dispatchMain()` must be called on the main thread.
  static func main() {
    warmUp()
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      Line(.failed, error: "\(error)").print()
      Glibc.exit(1)
    }
  }

  /// Performs the work that is done once per process, so that launch costs are not measured.
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
        Countdown.kept(id, in: store, startingFrom: .nanoseconds(duration), options: .faults)
      ).start()
    case ("count", "until", let end?):
      let end = WallMoment(nanosecondsSince1970: Int128(end))
      Counting(Countdown.kept(id, in: store, until: end, options: .faults)).start()
    case ("count", "again", nil):
      try Counting(restored(id, from: store)).goOn()
    case ("change", nil, nil):
      try Changing(id, in: store).run()
    case ("look", nil, nil):
      _ = try restored(id, from: store)
    case ("save", let count?, nil):
      try SharedRecord(id, in: store).save(times: Int(count) ?? 0)
    case ("read", nil, nil):
      SharedRecord(id, in: store).readUntilTheInputEnds()
    case ("waits", nil, nil):
      exit { await Waiting(id, in: store).run() }
    case ("hold", nil, nil):
      exit { await SharedRecord(id, in: store).hold() }
    default:
      throw UsageError()
    }
  }

  /// Exits after some asynchronous work.
  private static func exit(after work: @escaping @Sendable () async -> Void) -> Never {
    Task {
      await work()
      Glibc.exit(0)
    }
    dispatchMain()
  }

  /// Returns the countdown of a record, and prints its restored state.
  static func restored(_ id: String, from store: FileCountdownStore) throws -> Countdown {
    guard let countdown = try Countdown.kept(id, in: store) else { throw MissingError() }
    countdown.tell(.restored)
    return countdown
  }
}

struct UsageError: Error {}

struct MissingError: Error {}

extension CountdownOptions {
  /// The unit is short enough that a tick is due after every stall of a tenth of a second.
  static let faults = CountdownOptions(
    unit: .milliseconds(100),
    milestones: [.seconds(5), .milliseconds(2500), .seconds(1), .milliseconds(250)])
}

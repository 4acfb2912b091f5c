import Dispatch
import Foundation
import Sandglass

/// A record that several processes use at the same time.
struct SharedRecord {
  private let id: String
  private let store: FileCountdownStore

  init(_ id: String, in store: FileCountdownStore) {
    self.id = id
    self.store = store
  }

  /// Saves records of different lengths, and prints how many were saved.
  func save(times: Int) throws {
    let boot = Timekeeper.shared.bootIdentity
    for number in 0..<times {
      let written = CountdownRecord.Instant(
        steady: Timekeeper.shared.now, wall: Timekeeper.shared.wallNow, boot: boot)
      let label = String(repeating: "a", count: number * 7 % 5000)
      try store.save(
        CountdownRecord(
          id: id, label: label, state: .paused(remaining: .seconds(number)),
          target: .duration(.seconds(1000)), total: .seconds(1000), options: .faults,
          written: written))
    }
    var line = Line(.saves)
    line.number = times
    line.print()
  }

  /// Reads the record repeatedly until the standard input ends. Then prints how often the record
  /// was missing or torn.
  func readUntilTheInputEnds() -> Never {
    let reader = Thread { [self] in
      var line = Line(.reads)
      (line.number, line.lost, line.torn) = (0, 0, 0)
      while !Thread.current.isCancelled {
        do throws(CountdownStoreError) {
          if try store.record(id) == nil { line.lost? += 1 }
        } catch {
          line.torn? += 1
          line.error = "\(error)"
        }
        line.number? += 1
      }
      line.print()
      exit(0)
    }
    reader.start()
    while readLine() != nil {}
    reader.cancel()
    dispatchMain()
  }

  /// Starts or resumes the countdown, and then pauses it. Prints whether this process may run the
  /// countdown, or which other process runs it. If this process may run it, keeps the process
  /// running until the standard input ends.
  func hold() async {
    let countdown = Countdown.kept(id, in: store, startingFrom: .seconds(1000), options: .faults)
    if !countdown.start() { countdown.resume() }
    countdown.pause()
    var line = Line(.claim)
    do throws(CountdownStoreError) {
      try await countdown.saved()
      line.state = "held"
    } catch {
      line.state = "refused"
      line.error = "\(error)"
      if case .claimed(let process) = error.kind { line.holder = process }
    }
    line.print()
    guard line.state == "held" else { return }
    while readLine() != nil {}
    extendLifetime(countdown)
  }
}

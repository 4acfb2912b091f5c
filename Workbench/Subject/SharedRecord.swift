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
          if try store.read(id) == nil { line.lost? += 1 }
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
}

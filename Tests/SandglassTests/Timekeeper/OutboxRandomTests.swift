@testable import Sandglass
import SandglassCore
import SandglassTestSupport
import Testing

/// A receiver of an outbox. It notes its deliveries by name, and stores the place of its latest one.
private final class PlainReceiver: ReadingReceiver, CallReceiver, @unchecked Sendable {
  let name: Int
  let notes: TimerNotes<[Int]>
  var place: Outbox.Place?

  init(_ name: Int, _ notes: TimerNotes<[Int]>) {
    self.name = name
    self.notes = notes
  }

  override func deliver(_ reading: Reading, from moment: Moment, version: Int) {
    notes.note([name, version, reading.missed])
  }

  func deliver(_ number: UInt64) {
    notes.note([name, Int(number)])
  }

  override func noteMoved(to place: Outbox.Place) {
    self.place = place
  }
}

@Suite("Law 10: an outbox preserves the order in which callbacks are added", .random)
struct OutboxRandomTests {
  private let notes = TimerNotes<[Int]>()
  private let reading = CountdownMachine(.seconds(1), options: .standard).reading(at: .origin)

  @Test("callbacks added, replaced and removed at random match a plain list, in little memory")
  func random() {
    var random = SeededGenerator(for: "an outbox at random")
    var steps = 0
    while steps < repetitions(400_000) {
      if let fault = life(&random, &steps) {
        Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), step \(steps): \(fault)")
        return
      }
    }
  }

  /// Runs one outbox through several hops. Returns the first difference from a list; nil if there is none.
  private func life(_ random: inout SeededGenerator, _ steps: inout Int) -> String? {
    var outbox = Outbox(batch: 1)
    var plain: [[Int]] = []
    let receivers = (0..<random.number(1...8)).map { PlainReceiver($0, notes) }
    var number = 0
    for _ in 0..<random.number(1...600) {
      steps += 1
      number += 1
      let receiver = receivers[random.number(0...receivers.count - 1)]
      // Half of the receivers receive readings, and the others numbered calls.
      switch (random.number(0...50), receiver.name.isMultiple(of: 2)) {
      case (0, _):
        let deliveries = outbox.take(nextBatch: UInt64(number + 1))
        if let fault = deliver(deliveries, insteadOf: plain) { return fault }
        plain = []
      case (1...3, _):
        let (notes, number) = (notes, number)
        _ = outbox.add(.call { notes.note([-1, number]) })
        plain.append([-1, number])
      case (4...14, true):
        report(receiver, replacing: true, in: &outbox, &plain)
      case (_, true):
        report(receiver, replacing: false, in: &outbox, &plain)
      case (_, false):
        let wasThere = plain.contains { $0[0] == receiver.name }
        let isTaken = receiver.place.map { outbox.takeCall(at: $0) } ?? false
        if isTaken != wasThere { return "taken out: \(isTaken)" }
        plain.removeAll { $0[0] == receiver.name }
        receiver.place = outbox.add(.numberedCall(to: receiver, UInt64(number)))
        plain.append([receiver.name, number])
      }
      if outbox.count != plain.count { return "\(outbox.count) wait, not \(plain.count)" }
      if outbox.placeCount > 2 * plain.count + 34 { return "\(outbox.placeCount) places" }
    }
    return nil
  }

  /// Adds a reading, in the place of a waiting one or at the end.
  private func report(
    _ receiver: PlainReceiver, replacing: Bool, in outbox: inout Outbox, _ plain: inout [[Int]]
  ) {
    let index = plain.firstIndex { $0[0] == receiver.name }
    if let index, replacing, let place = receiver.place,
      outbox.replaceReading(at: place, by: reading, at: .origin, version: 0)
    {
      plain[index][2] += 1
      return
    }
    let waiting = receiver.place.flatMap { outbox.takeReading(at: $0, version: 0) }
    let reported = waiting.map { reading.replacing($0) } ?? reading
    let missed = index.map { plain.remove(at: $0)[2] + 1 } ?? 0
    receiver.place = outbox.add(.reading(to: receiver, reported, at: .origin, version: 0))
    plain.append([receiver.name, 0, missed])
  }

  private func deliver(_ deliveries: [Outbox.Delivery], insteadOf plain: [[Int]]) -> String? {
    let count = notes.count
    for delivery in deliveries { delivery.perform() }
    let reported = Array(notes.values.dropFirst(count))
    return reported == plain ? nil : "\(reported), not \(plain)"
  }
}

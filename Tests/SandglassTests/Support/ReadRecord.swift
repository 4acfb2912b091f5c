import SandglassCore
import SandglassLedger
import SandglassTestSupport

@testable import Sandglass
@testable import SandglassStores

/// Properties of every record. Random tests and the fuzzer in the folder `Fuzz` check them. A failed check ends the
/// process, because the fuzzer has no testing library.
enum ReadRecord {
  /// Reads a record from any bytes. If it is valid, writes it again, and restores it at several instants.
  ///
  /// - Returns: Whether the bytes are a valid record.
  static func check(_ bytes: [UInt8], _ random: inout SeededGenerator) -> Bool {
    do throws(RecordFault) {
      let record = try RecordFile.record(from: bytes)
      guard let written = try? RecordFile.bytes(of: record) else {
        preconditionFailure("not written: \(record)")
      }
      precondition(
        (try? RecordFile.record(from: written)) == record, "changed by writing it: \(record)")
      restore(record, at: record.written, &random)
      for _ in 0..<2 { restore(record, atAny: &random) }
      return true
    } catch {
      if case .damaged(let reason) = error {
        precondition(
          !reason.utf8.contains { $0 < 0x20 }, "several lines: \(reason.debugDescription)")
      }
      return false
    }
  }

  /// Restores a record at a random instant, and continues with its countdown.
  static func restore(_ record: CountdownRecord, atAny random: inout SeededGenerator) {
    let now = ClockInstant(
      steady: Moment(nanoseconds: random.extremeUnsigned()),
      wall: random.extremeWallMoment(),
      boot: random.once(in: 2) ? record.written.boot : nil)
    restore(record, at: now, &random)
  }

  private static func restore(
    _ record: CountdownRecord, at now: ClockInstant, _ random: inout SeededGenerator
  ) {
    let restored = record.restored(at: now)
    check(restored, at: now)
    var machine = CountdownMachine(.zero, options: record.options)
    machine.watch(random.once(in: 2), at: now.steady) { _ in }
    machine.restore(record, at: now)
    for _ in 0..<4 {
      let moment = Moment(nanoseconds: random.extremeUnsigned())
      machine.advance(to: moment) { _ in }
      // If something were still due, serving the countdown would never end.
      let due = machine.nextDue(wantsMilestones: true)?.moment ?? .distantFuture
      precondition(due > moment || due == .distantFuture, "\(record) restored at \(now)")
      switch random.number(0...2) {
      case 0: _ = machine.pause(at: moment) { _ in }
      case 1: _ = machine.resume(at: moment) { _ in }
      default: _ = machine.extend(by: random.extremeDuration(), at: moment) { _ in }
      }
      check(machine.reading(at: moment).remaining)
      check(machine.reading(at: moment).overtime)
    }
  }

  /// Reads the values of what is restored, as an app does: components, a clock face, dates.
  static func check(_ restored: RestoredCountdown, at now: ClockInstant) {
    switch restored.state {
    case .idle:
      break
    case .running(let remaining):
      precondition(remaining > .zero, "\(restored)")
      check(remaining)
    case .paused(let remaining):
      check(remaining)
    case .overtime(let past, let ended):
      check(past)
      check(ended, at: now)
    case .finished(let ended):
      check(ended, at: now)
    }
  }

  private static func check(_ duration: Duration) {
    precondition(
      duration >= .zero && duration <= Moment.distantFuture - .origin, "\(duration.attoseconds)")
    precondition(
      duration.components.seconds >= 0 && !duration.clockFace.isEmpty
        && !duration.compactText.isEmpty)
  }

  private static func check(_ ended: WallMoment, at now: ClockInstant) {
    let ago = now.wall - ended
    precondition((ago.components.seconds <= 0) == (ago < .seconds(1)), "\(ago.attoseconds)")
    precondition(!ended.rfc3339().isEmpty)
  }
}

import SandglassCore
import SandglassLedger
import Synchronization
import Testing

/// A number to which operations add, and which counts how often an operation was applied.
private struct Sum: OperableRecord {
  final class Counter: Sendable, Hashable {
    let applications = Atomic(0)

    static func == (left: Counter, right: Counter) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  let counter: Counter
  var total = 0

  var isEmpty: Bool { total == 0 }
  var replacement: Int { total }

  static func isReplacement(_ operation: Int) -> Bool { false }

  mutating func apply(_ operation: Int, at call: ClockInstant) -> Never? {
    counter.applications.wrappingAdd(1, ordering: .relaxed)
    total += operation
    return nil
  }
}

@Suite("The log of a record's operations")
struct OperationLogTests {
  private let now = ClockInstant(
    steady: .origin, wall: WallMoment(secondsSince1970: 0), boot: nil)

  @Test("reading the record applies no operation again, however many are not stored")
  func reads() {
    let counter = Sum.Counter()
    var log = OperationLog(Sum(counter: counter))
    for _ in 0..<100 {
      log.append(1, at: now)
      _ = log.record
    }
    for _ in 0..<1000 { #expect(log.record.total == 100) }
    #expect(counter.applications.load(ordering: .relaxed) == 100)
  }

  @Test("the record follows the store, and keeps the operations that are not in it")
  func follows() {
    let counter = Sum.Counter()
    var log = OperationLog(Sum(counter: counter))
    #expect(log.record.total == 0)
    log.append(1, at: now)
    log.learn(Sum(counter: counter, total: 10))
    #expect(log.record.total == 11)
    log.begin(at: .origin)
    log.append(2, at: now)
    #expect(log.record.total == 13)
    log.succeed(Sum(counter: counter, total: 21))
    #expect(log.record.total == 23 && log.calls.map(\.operation) == [2])
    log.begin(at: .origin)
    log.fail()
    #expect(log.record.total == 23)
    log.begin(at: .origin)
    log.succeed(nil)
    #expect(log.record.total == 0 && log.calls.isEmpty)
  }
}

import SandglassCore
import SandglassLedger
import Synchronization
import Testing

/// A number to which operations add or which they set, and which counts how often an operation was applied.
private struct Sum: OperableRecord {
  enum Operation: Hashable {
    case add(Int)
    case set(Int)
  }

  final class Counter: Sendable, Hashable {
    let applications = Atomic(0)

    static func == (left: Counter, right: Counter) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  var counter = Counter()
  var total = 0

  var isEmpty: Bool { total == 0 }
  var replacement: Operation { .set(total) }

  static func isReplacement(_ operation: Operation) -> Bool {
    if case .set = operation { true } else { false }
  }

  mutating func apply(_ operation: Operation, at call: ClockInstant) -> Never? {
    counter.applications.wrappingAdd(1, ordering: .relaxed)
    switch operation {
    case .add(let number): total += number
    case .set(let number): total = number
    }
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
      log.append(.add(1), at: now)
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
    log.append(.add(1), at: now)
    log.learn(Sum(counter: counter, total: 10))
    #expect(log.record.total == 11)
    log.begin(at: .origin)
    log.append(.add(2), at: now)
    #expect(log.record.total == 13)
    log.succeed(Sum(counter: counter, total: 21))
    #expect(log.record.total == 23 && log.calls.map(\.operation) == [.add(2)])
    log.begin(at: .origin)
    log.fail()
    #expect(log.record.total == 23)
    log.begin(at: .origin)
    log.succeed(nil)
    #expect(log.record.total == 0 && log.calls.isEmpty)
  }

  @Test("the operations of an update in progress stay, even if later ones are too many to remember")
  func inProgress() {
    var log = OperationLog(Sum())
    for _ in 0..<3 { log.append(.add(1), at: now) }
    log.begin(at: .origin)
    log.forgetLast { _ in true }
    #expect(log.calls.count == 3)
    for _ in 0..<200 { log.append(.add(1), at: now) }
    #expect(log.calls.count <= 3 + 128)
    #expect(log.record.total == 203)
    log.succeed(Sum(total: 3))
    #expect(log.record.total == 203)
    log.forgetLast { _ in true }
    #expect(log.calls.last?.operation == .add(1) && log.calls.count < 128)
  }

  @Test("a store that does not answer for a second counts as failed")
  func patience() {
    var log = OperationLog(Sum())
    log.append(.add(1), at: now)
    log.begin(at: .origin)
    #expect(!log.hasFailed(at: .origin + .milliseconds(999)))
    #expect(log.hasFailed(at: .origin + .seconds(1)))
    log.fail()
    #expect(log.hasFailed(at: .origin))
    log.begin(at: .origin)
    log.succeed(Sum(total: 1))
    #expect(!log.hasFailed(at: .distantFuture))
  }
}

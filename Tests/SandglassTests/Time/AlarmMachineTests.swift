@testable import Sandglass
import SandglassTestSupport
import Testing

private func us(_ microseconds: Int) -> Moment {
  .origin + .microseconds(microseconds)
}

@Suite("AlarmMachine: whatever a kernel does, one ring for each setting that lasts")
struct AlarmMachineTests {
  @Test("on time or late it rings once; what wakes it up for no reason afterwards rings nothing")
  func onceOnly() {
    var machine = AlarmMachine()
    #expect(machine.set(to: us(100), leeway: .zero, number: 1) == .init(instant: us(100)))
    #expect(machine.wokeUp(at: us(100)) == .ring(at: us(100)))
    #expect(machine.wokeUp(at: us(101)) == .sleep(.init()))
    #expect(machine.set(to: us(50), leeway: .zero, number: 2)?.instant == us(50))
    #expect(machine.wokeUp(at: us(5000)) == .ring(at: us(50)))
  }

  @Test("a kernel that fires too early is set once more")
  func early() {
    var machine = AlarmMachine()
    let setting = machine.set(to: us(100), leeway: .milliseconds(2), number: 1)
    #expect(machine.wokeUp(at: us(99)) == setting.map { .sleep($0) })
    #expect(machine.wokeUp(at: us(100)) == .ring(at: us(100)))
  }

  @Test("a wake-up for a setting that was replaced rings only if the new moment has come")
  func replaced() {
    var machine = AlarmMachine()
    _ = machine.set(to: us(100), leeway: .zero, number: 1)
    _ = machine.set(to: us(900), leeway: .zero, number: 2)
    #expect(machine.wokeUp(at: us(150)) == .sleep(.init(instant: us(900))))
    #expect(machine.wokeUp(at: us(1000)) == .ring(at: us(900)))
    _ = machine.set(to: us(1100), leeway: .zero, number: 3)
    _ = machine.set(to: nil, leeway: .zero, number: 4)
    #expect(machine.wokeUp(at: us(2000)) == .sleep(.init()))
  }

  @Test("a setting that was overtaken by a later number does nothing")
  func overtaken() {
    var machine = AlarmMachine()
    _ = machine.set(to: us(100), leeway: .zero, number: 7)
    #expect(machine.set(to: us(10), leeway: .zero, number: 6) == nil)
    #expect(machine.set(to: us(10), leeway: .zero, number: 7) == nil)
    #expect(machine.wokeUp(at: us(50)) == .sleep(.init(instant: us(100))))
  }

  @Test("an exact alarm is set ahead of its moment by what waking up takes; one with leeway is not")
  func lead() {
    var machine = AlarmMachine()
    for number in 1...2000 {
      let setting = machine.set(to: us(1000), leeway: .zero, number: UInt64(number))
      let instant = setting?.instant ?? .origin
      #expect(machine.wokeUp(at: instant + .microseconds(50)) == .ring(at: us(1000)))
    }
    #expect((49_900...50_000).contains(machine.lead.nanoseconds))
    let exact = machine.set(to: us(1000), leeway: .zero, number: 3000)
    #expect(exact?.instant.map { us(1000) - $0 } == .nanoseconds(machine.lead.nanoseconds))

    let learned = machine.lead.nanoseconds
    let lenient = machine.set(to: us(1000), leeway: .milliseconds(5), number: 3001)
    #expect(lenient == .init(instant: us(1000), leeway: .milliseconds(5)))
    #expect(machine.wokeUp(at: us(5900)) == .ring(at: us(1000)))
    #expect(machine.lead.nanoseconds == learned, "What the kernel was allowed teaches nothing")
  }

  @Test("random settings over a kernel that is early, late, and awake for no reason", .random)
  func random() throws {
    var random = SeededGenerator(for: "AlarmMachine")
    for _ in 0..<repetitions(2_000) {
      var bench = AlarmBench()
      for step in 0..<200 {
        let fault = bench.step(&random)
        if let fault {
          Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), step \(step): \(fault)")
          return
        }
      }
      let fault = bench.runOut()
      try #require(fault == nil, "SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun)")
    }
  }
}

/// A machine, a kernel's timer that plays tricks, and an account of what has to ring.
private struct AlarmBench {
  var machine = AlarmMachine()
  var now = us(0)
  var number: UInt64 = 0

  /// What the kernel's timer is set to; it fires once.
  var kernel: Moment?

  /// The moment that has still to ring.
  var owed: Moment?

  mutating func step(_ random: inout SeededGenerator) -> String? {
    switch random.number(0...9) {
    case 0...2:
      number += UInt64(random.number(1...3))
      let moment = random.once(in: 6) ? nil : now + .microseconds(random.number(-50...400))
      let leeway = Duration.microseconds(random.once(in: 3) ? random.number(1...300) : 0)
      kernel = machine.set(to: moment, leeway: leeway, number: number)?.instant
      owed = moment
      return nil
    case 3:
      // Whoever made this setting comes too late.
      let late = machine.set(to: now, leeway: .zero, number: UInt64(random.number(0...Int(number))))
      return late == nil ? nil : "A setting that was overtaken is set"
    case 4:
      // For no reason, or for a setting that was replaced while the thread woke up.
      return wakeUp()
    case 5:
      // Too early, and the kernel has forgotten it.
      guard kernel != nil else { return nil }
      kernel = nil
      return wakeUp()
    default:
      now = now + .microseconds(random.number(0...200))
      return fireIfDue(lateness: .microseconds(random.number(0...90)))
    }
  }

  /// Lets all come that has to come.
  mutating func runOut() -> String? {
    for _ in 0..<10 {
      guard let instant = kernel else { break }
      now = max(now, instant)
      if let fault = fireIfDue(lateness: .microseconds(1)) { return fault }
    }
    return owed == nil ? nil : "It never rings at \(owed as Any)"
  }

  private mutating func fireIfDue(lateness: Duration) -> String? {
    guard let instant = kernel, instant <= now else { return nil }
    kernel = nil
    now = now + lateness
    return wakeUp()
  }

  private mutating func wakeUp() -> String? {
    switch machine.wokeUp(at: now) {
    case .sleep(let setting):
      kernel = setting.instant
      return nil
    case .ring(let moment):
      guard moment == owed else { return "It rings for \(moment) and not for \(owed as Any)" }
      guard moment - now <= .nanoseconds(AlarmLead.longest) else { return "It waits too long" }
      now = max(now, moment)
      owed = nil
      return nil
    }
  }
}

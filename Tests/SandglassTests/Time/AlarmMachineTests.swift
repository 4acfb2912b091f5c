@testable import Sandglass
import SandglassTestSupport
import Testing

private func us(_ microseconds: Int) -> Moment {
  .origin + .microseconds(microseconds)
}

@Suite("AlarmMachine: one ring for each setting, whatever the kernel does")
struct AlarmMachineTests {
  @Test("it rings once, on time or late, and not at spurious wake-ups after that")
  func onceOnly() {
    var machine = AlarmMachine()
    #expect(machine.set(to: us(100), leeway: .zero, number: 1) == .init(instant: us(100)))
    #expect(machine.wokeUp(at: us(100)) == .ring(at: us(100)))
    #expect(machine.wokeUp(at: us(101)) == .sleep(.init()))
    #expect(machine.set(to: us(50), leeway: .zero, number: 2)?.instant == us(50))
    #expect(machine.wokeUp(at: us(5000)) == .ring(at: us(50)))
  }

  @Test("if the kernel fires too early, its timer is set again")
  func early() {
    var machine = AlarmMachine()
    let setting = machine.set(to: us(100), leeway: .milliseconds(2), number: 1)
    #expect(machine.wokeUp(at: us(99)) == setting.map { .sleep($0) })
    #expect(machine.wokeUp(at: us(100)) == .ring(at: us(100)))
  }

  @Test("after a wake-up for a replaced setting, it rings only if the new moment has come")
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

  @Test("a setting that has a lower number than an earlier one has no effect")
  func overtaken() {
    var machine = AlarmMachine()
    _ = machine.set(to: us(100), leeway: .zero, number: 7)
    #expect(machine.set(to: us(10), leeway: .zero, number: 6) == nil)
    #expect(machine.set(to: us(10), leeway: .zero, number: 7) == nil)
    #expect(machine.wokeUp(at: us(50)) == .sleep(.init(instant: us(100))))
  }

  @Test("an exact alarm is set ahead by the wake-up latency, and an alarm with leeway is not")
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

  @Test("random settings with a kernel that is early, late, or wakes up spuriously", .random)
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

/// A machine, a kernel timer with random faults, and a model of the moment that must ring.
private struct AlarmBench {
  var machine = AlarmMachine()
  var now = us(0)
  var number: UInt64 = 0

  /// The setting of the kernel's timer, which fires once.
  var kernel: Moment?

  /// The moment that has not rung yet.
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
      // This setting was overtaken by a later one.
      let late = machine.set(to: now, leeway: .zero, number: UInt64(random.number(0...Int(number))))
      return late == nil ? nil : "A setting that was overtaken is set"
    case 4:
      // A spurious wake-up, or one for a setting that was replaced while the thread woke up.
      return wakeUp()
    case 5:
      // The firing is early, and the kernel has no setting any more.
      guard kernel != nil else { return nil }
      kernel = nil
      return wakeUp()
    default:
      now = now + .microseconds(random.number(0...200))
      return fireIfDue(lateness: .microseconds(random.number(0...90)))
    }
  }

  /// Continues until the pending moment has rung.
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

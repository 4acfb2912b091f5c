import Foundation
import Sandglass
import SandglassLedger
import SandglassStores
import SandglassTesting
import SandglassTestSupport
import Testing

/// Two countdowns with the same history. The process of one lives, and is suspended now and then. That of the other is
/// killed or its device is rebooted instead, and the countdown is restored.
@MainActor
private struct TwoLives {
  /// What a receiver was told of, with its wall-clock time.
  private final class Receiver {
    var told: [String] = []

    @MainActor
    func bind(to countdown: Countdown) {
      countdown.onChange(with: self) { own, change in
        switch change.kind {
        case .milestone(let reached): own.note("\(reached.milestone)", reached.wallMoment)
        case .phaseEnded(let end): own.note("\(end.phase.name) \(end.isSkipped)", end.wallMoment)
        case .finished(let end), .cancelled(let end): own.note("\(end.outcome)", end.wallMoment)
        default: break
        }
      }
    }

    private func note(_ what: String, _ wall: WallMoment) {
      told.append("\(what) at \(wall)")
    }
  }

  /// The ways to the countdown of a record.
  private enum Way: CaseIterable {
    case same, otherDuration, id, all, board
  }

  private let livingTime = VirtualTime()
  private var killedTime = VirtualTime()
  private let store = MemoryStore()
  private let living: Countdown
  private var killed: Countdown
  private let livingReceiver = Receiver()
  private var killedReceiver = Receiver()
  private let options: CountdownOptions
  private let make:
    @MainActor (any CountdownRecordStore, VirtualTime, CountdownOptions) -> Countdown
  private var random: SeededGenerator
  private(set) var history: [String] = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    options = CountdownOptions(
      unit: .milliseconds(random.number(1...2_000)),
      rounding: [.up, .nearest, .down].randomElement(using: &random) ?? .up,
      milestones: [.remaining(.seconds(7)), .progress(0.5), .elapsed(.seconds(11))],
      countsPastZero: random.once(in: 2), keepsRecord: true, pausesAsleep: random.once(in: 2))
    let duration = Duration.milliseconds(random.number(1...60_000))
    let end = livingTime.wallNow + duration
    let phases = (1...random.number(1...3)).map {
      Phase("\($0)", .milliseconds(random.number(0...20_000)))
    }
    let (rounds, target) = (random.number(1...2), random.number(0...2))
    make = { store, time, options in
      switch target {
      case 0:
        store.on(time.timekeeper).countdown("tea", startingFrom: duration, options: options)
      case 1: store.on(time.timekeeper).countdown("tea", until: end, options: options)
      default:
        store.on(time.timekeeper).countdown("tea", phases: phases, rounds: rounds, options: options)
      }
    }
    self.random = random
    living = make(MemoryStore(), livingTime, options)
    killed = make(store, killedTime, options)
    livingReceiver.bind(to: living)
    killedReceiver.bind(to: killed)
    history.append("\(duration), \(phases.map(\.duration)), \(rounds), \(target), \(options)")
  }

  /// Takes a step in both. Returns what differs then; nil if nothing does.
  mutating func step() throws -> String? {
    if random.once(in: 5) {
      try interrupt()
    } else if random.once(in: 9), maySleep {
      let duration = Duration.milliseconds(random.number(0...30_000))
      history.append("sleep of \(duration)")
      livingTime.sleepDevice(for: duration)
      killedTime.sleepDevice(for: duration)
    } else if random.once(in: 3) {
      let duration = Duration.milliseconds(random.number(0...9_000))
      history.append("advance(\(duration))")
      livingTime.advance(by: duration)
      killedTime.advance(by: duration)
    } else {
      let (name, operation) = operation()
      history.append(name)
      let answers = (operation(living), operation(killed))
      if answers.0 != answers.1 { return "\(name): \(answers)" }
    }
    livingTime.advance(by: .zero)
    killedTime.advance(by: .zero)
    let (one, other) = (look(at: living, livingReceiver), look(at: killed, killedReceiver))
    return zip(one, other).first { $0.0 != $0.1 }.map { "lived: \($0.0)\nkilled: \($0.1)" }
  }

  /// A record has the zero from which overtime counts, and a sleep that is not counted moves it.
  private var maySleep: Bool { !options.pausesAsleep || living.state != .overtime }

  private mutating func interrupt() throws {
    let duration = Duration.milliseconds(random.once(in: 3) ? 0 : random.number(0...40_000))
    let isRebooted = random.once(in: 2)
    let way = Way.allCases.randomElement(using: &random) ?? .same
    // A countdown that was never started has no record.
    guard store.tea != nil else { return }
    let asleep = Duration.milliseconds(
      isRebooted || !maySleep || random.once(in: 2) ? 0 : random.number(0...40_000))
    history.append("\(isRebooted ? "reboot" : "kill") of \(duration), asleep \(asleep), \(way)")
    // A process that was killed knows how long the device has slept, and not when: it takes the sleep for the beginning.
    livingTime.sleepDevice(for: asleep)
    livingTime.freeze(for: duration)
    killedTime =
      isRebooted ? killedTime.rebooted(after: duration) : killedTime.relaunched(after: duration)
    killedTime.sleepDevice(for: asleep)
    killed = try restored(way)
    let told = killedReceiver.told
    killedReceiver = Receiver()
    killedReceiver.told = told
    killedReceiver.bind(to: killed)
  }

  private func restored(_ way: Way) throws -> Countdown {
    let (timekeeper, options) = (killedTime.timekeeper, living.options)
    switch way {
    case .same: return make(store, killedTime, options)
    case .otherDuration:
      return store.on(timekeeper).countdown("tea", startingFrom: .seconds(99), options: options)
    case .id: return try #require(try store.on(timekeeper).countdown("tea"))
    case .all: return try store.on(timekeeper).countdowns()[0].result.get()
    case .board:
      return try #require(
        CountdownBoard(keptIn: store.on(timekeeper), options: options)["tea"])
    }
  }

  private mutating func operation() -> (String, @MainActor (Countdown) -> Bool) {
    let length = Duration.milliseconds(random.number(-15_000...20_000))
    let end = livingTime.wallNow + length
    // A record has the zero from which overtime counts. If that is moved, it is not the end that was told.
    let isMoving = [9, 10].contains
    var kind = random.number(0...21)
    if living.state == .overtime, isMoving(kind) { kind = 14 }
    switch kind {
    case 0: return ("start", { $0.start() })
    case 1: return ("start(for: \(length))", { $0.start(for: length) })
    case 2: return ("start(until: \(end))", { $0.start(until: end) })
    case 3: return ("start(asOf: \(end))", { $0.start(asOf: Date(end)) })
    case 4:
      return (
        "restart",
        {
          $0.restart(); return true
        }
      )
    case 5:
      return (
        "restart(for: \(length))",
        {
          $0.restart(for: length); return true
        }
      )
    case 6: return ("pause", { $0.pause() })
    case 7: return ("resume", { $0.resume() })
    case 8: return ("toggle", { $0.toggle() })
    case 9: return ("extend(by: \(length))", { $0.extend(by: length) })
    case 10: return ("moveEnd(to: \(end))", { $0.moveEnd(to: end) })
    case 11: return ("skip", { $0.skip() })
    case 12: return ("back", { $0.back() })
    case 13: return ("cancel", { $0.cancel() })
    case 14: return ("stopOvertime", { $0.stopOvertime() })
    case 15:
      let milestone = Milestone.remaining(max(.seconds(1), length))
      return (
        "milestone \(milestone)",
        {
          $0.milestones = [milestone]; return true
        }
      )
    case 17: return ("reset", { $0.reset() })
    case 19...21:
      let phases = (1...random.number(1...3)).map {
        Phase("new \($0)", .milliseconds(random.number(0...20_000)))
      }
      let name = "(phases: \(phases.map(\.duration)))"
      switch kind {
      case 19: return ("start" + name, { $0.start(phases: phases) })
      case 20:
        return (
          "reset" + name,
          {
            $0.reset(phases: phases, rounds: 2); return true
          }
        )
      default:
        return (
          "restart" + name,
          {
            $0.restart(phases: phases); return true
          }
        )
      }
    case 18:
      // A moment cannot precede the boot, which the killed one has seen.
      let age = length / 8
      return ("resume(asOf: now - \(age))", { $0.resume(asOf: $0.timekeeper.now - age) })
    default:
      // The end that it has: nothing changes.
      let end = living.endsAt
      return (
        "moveEnd(to: endsAt)", { countdown in end.map { countdown.moveEnd(to: $0) } ?? false }
      )
    }
  }

  /// All that can be read of a countdown, as text. A cancelled end is not in the record.
  private func look(at countdown: Countdown, _ receiver: Receiver) -> [String] {
    let reading = countdown.reading
    let interval = countdown.timerInterval
    return [
      "\(receiver.told)",
      "\(reading.state) \(reading.remaining) \(reading.total) \(reading.shown) \(reading.overtime)",
      "progress \(reading.progress), elapsed \(countdown.reading.elapsed), phase \(countdown.phaseIndex)",
      "phases \(countdown.phases.map(\.duration)), \(countdown.totalRemaining) in all",
      "duration \(countdown.duration), milestones \(countdown.milestones)",
      "endsAt \(countdown.endsAt as Any)",
      "interval \(interval.start) \(interval.end) \(interval.pausedAt as Any)",
      "end \((countdown.isFinished || countdown.isOvertime ? countdown.end?.wallMoment : nil) as Any)",
    ]
  }
}

@MainActor
@Suite("Law 11: a restored countdown is as one whose process has lived on", .random)
struct AsIfNothingHappenedTests {
  @Test("all that can be read and all that is told is the same, at random instants")
  func random() throws {
    let seed = SeededGenerator.seedOfThisRun
    var faults = 0
    for run in 0..<repetitions(2_000) where faults < 3 {
      var lives = TwoLives(seed: seed &+ UInt64(run))
      for _ in 0..<30 {
        guard let difference = try lives.step() else { continue }
        faults += 1
        Issue.record(
          """
          SANDGLASS_SEED=\(seed), run \(run): \(difference)
          \(lives.history.joined(separator: "; "))
          """)
        break
      }
    }
  }
}

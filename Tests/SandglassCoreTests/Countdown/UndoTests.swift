import SandglassCore
import SandglassTestSupport
import Testing

/// Undoing puts the run back that was before an operation.
@Suite("Countdown: undo")
struct UndoTests {
  /// A countdown's machine, and the milestones, phase ends and ends that it has told.
  private struct Subject {
    var machine: CountdownMachine
    var told: [String] = []

    mutating func change(
      _ event: (inout CountdownMachine, (CountdownEvent) -> Void) -> Bool
    ) -> Bool {
      var machine = machine
      var told: [String] = []
      let isChanged = event(&machine) { event in
        switch event {
        case .milestone(let reached, _): told.append("\(reached.phaseIndex): \(reached.milestone)")
        case .phaseEnd(let end, _): told.append("end of \(end.index)")
        case .end: told.append("end")
        case .reading, .change: break
        }
      }
      self.machine = machine
      self.told += told
      return isChanged
    }

    mutating func advance(to now: Moment) {
      _ = change {
        $0.advance(to: now, report: $1)
        return true
      }
    }
  }

  private static func subject(_ random: inout SeededGenerator) -> Subject {
    let milestones: [Milestone] = (0..<random.number(0...4)).map { _ in
      switch random.number(0...5) {
      case 0: .elapsed(.milliseconds(random.number(1...60_000)))
      case 1: .progress(Double(random.number(1...99)) / 100)
      default: .remaining(.milliseconds(random.number(1...60_000)))
      }
    }
    let options = CountdownOptions(milestones: milestones, countsPastZero: random.once(in: 4))
    let machine =
      random.once(in: 2)
      ? CountdownMachine(.milliseconds(random.number(1...90_000)), options: options)
      : CountdownMachine(
        PhasePlan(
          (0..<random.number(1...3)).map {
            Phase("\($0)", .milliseconds(random.number(0...60_000)))
          }, rounds: random.number(1...2)), options: options)
    return Subject(machine: machine)
  }

  private static func operate(
    _ subject: inout Subject, at now: Moment, _ random: inout SeededGenerator
  ) -> String {
    let time = Duration.milliseconds(random.number(1...30_000))
    switch random.number(0...8) {
    case 0:
      _ = subject.change { $0.pause(at: now, report: $1) }
      return "pause"
    case 1:
      _ = subject.change { $0.resume(at: now, report: $1) }
      return "resume"
    case 2, 3:
      _ = subject.change { $0.extend(by: time, at: now, report: $1) }
      return "extend by \(time)"
    case 4:
      _ = subject.change { $0.extend(by: .zero - time, at: now, report: $1) }
      return "shorten by \(time)"
    case 5:
      _ = subject.change { $0.moveEnd(timeToZero: time, at: now, report: $1) }
      return "move end to \(time)"
    case 6:
      _ = subject.change { $0.back(at: now, report: $1) }
      return "back"
    default:
      _ = subject.change { $0.skip(at: now, report: $1) }
      return "skip"
    }
  }

  @Test("the run that was goes on as if nothing had been done, and nothing is told twice", .random)
  func random() throws {
    var random = SeededGenerator(for: "UndoTests.random")
    var undone = 0
    for _ in 0..<repetitions(200_000, atLeast: 5_000) {
      var now = Moment(nanoseconds: 1_000_000_000_000)
      var subject = Self.subject(&random)
      _ = subject.change { $0.start(at: now, report: $1) }
      var history = ["\(subject.machine.options.milestones)"]
      for _ in 0..<random.number(0...4) {
        now = now + .milliseconds(random.number(0...20_000))
        history.append(Self.operate(&subject, at: now, &random) + " at \(now)")
      }
      now = now + .milliseconds(random.number(0...20_000))
      subject.advance(to: now)
      subject.told = []
      // What goes on without the operation.
      var other = subject
      let before = subject.machine.position(at: now)
      let name = Self.operate(&subject, at: now, &random)
      history.append("\(name) at \(now)")
      let change = RunChange(
        from: before, to: subject.machine.position(at: now),
        isStep: ["skip", "back"].contains(name))
      guard let change else { continue }
      let isRunning = subject.machine.state != .paused
      let wait = Duration.milliseconds(random.number(0...20_000))
      let counted = isRunning ? wait : .zero
      let later = now + wait
      history.append("undo at \(later)")
      guard subject.change({ $0.undo(change, at: later, report: $1) }) else { continue }
      undone += 1

      // A pause counts no time, so the other goes on until the time that was counted.
      let position = try #require(subject.machine.position(at: later), "\(history)")
      if other.machine.state != .paused {
        other.advance(to: now + counted)
        try #require(other.machine.state == subject.machine.state, "\(history)")
        let (own, others) = (
          subject.machine.reading(at: later), other.machine.reading(at: now + counted)
        )
        try #require(own.remaining == others.remaining, "\(history)")
        try #require(own.overtime == others.overtime, "\(history)")
        try #require(own.total == others.total, "\(history)")
      }
      try #require(position.phaseIndex == before?.phaseIndex, "\(history)")
      try #require((subject.machine.end == nil) == (subject.machine.state != .overtime))

      // To the end, which comes after as much time.
      _ = subject.change { $0.resume(at: later, report: $1) }
      if other.machine.state == .paused {
        _ = other.change { $0.resume(at: now, report: $1) }
        other.advance(to: now + counted)
      }
      let alreadyTold = subject.told
      subject.advance(to: later + .seconds(1000))
      other.advance(to: now + counted + .seconds(1000))
      let present = "\(before?.phaseIndex ?? 0): "
      let doubled = subject.told.dropFirst(alreadyTold.count).filter {
        $0.hasPrefix(present) && alreadyTold.contains($0)
      }
      try #require(doubled.isEmpty, "\(doubled), \(history)")
      // If the operation has told a milestone early, one before it may be left out.
      guard !alreadyTold.contains(where: { $0.hasPrefix(present) }) else { continue }
      try #require(Set(other.told).isSubset(of: subject.told), "\(subject.told), \(history)")
    }
    #expect(undone > repetitions(200_000, atLeast: 5_000) / 20)
  }

  @Test("what is undone tells its number and the milestone of that instant, and ticks on")
  func example() throws {
    let probe = CountdownProbe(
      .seconds(60), options: CountdownOptions(milestones: [.remaining(.seconds(39))]))
    probe.start()
    probe.advance(to: 20)
    let before = probe.machine.position(at: CountdownProbe.moment(20))
    probe.extend(by: .seconds(10), at: 20)
    let after = probe.machine.position(at: CountdownProbe.moment(20))
    let change = try #require(RunChange(from: before, to: after))
    probe.advance(to: 21)
    var words: [String] = []
    _ = probe.machine.undo(change, at: CountdownProbe.moment(21)) {
      words.append(CountdownProbe.words($0))
    }
    #expect(words == ["undone", "milestone 39", "39"])
    #expect(probe.run(to: 22) == ["22: 38"])
  }
}

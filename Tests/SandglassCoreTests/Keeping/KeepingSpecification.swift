/// What a kept countdown must do, in true time: one countdown, changed by the operations in the order in which they
/// reached the store. It has neither processes nor clocks.
///
/// The countdown has a phase of one second and one of two seconds, and a milestone one second before the end of each.
struct KeepingSpecification: Hashable {
  enum State: Hashable {
    case none, running, paused, overtime, over
  }

  enum Kind: Int, Hashable {
    case firstMilestone, firstPhase, secondMilestone, secondPhase, finish

    /// The time to the end of the run at which the event becomes due.
    var rest: Int { max(0, 3 - rawValue) }
  }

  /// An event that has become due, and whether it was delivered.
  struct Due: Hashable {
    let run: Int
    let number: Int
    let kind: Kind

    /// Whether a process delivered it before it was due in the order of the store.
    var isAhead: Bool

    /// When it became due; nil if it was delivered by a process that did not know the newest record.
    var moment: Int?
    var deliveries = 0

    /// How often it may be delivered again, because a process ended between a delivery and its acknowledgement.
    var excuses = 0

    /// Whether its run was cancelled, or the finish of its run was handled before this event was delivered.
    var isVoid = false
  }

  /// What an extension has changed, in seconds, so that it can be undone.
  struct Extension: Hashable {
    var phase: Int
    var isPaused: Bool

    /// The time to the end of the phase before the extension and after it, and the length of the phase.
    var restBefore: Int, restAfter: Int
    var totalBefore: Int, totalAfter: Int

    /// Whether the phase's milestone had been told before the extension.
    var wasTold: Bool
  }

  static let length = 3

  /// The length of the first phase, and of the second.
  static let lengths = [1, 2]

  /// How long after the call a moved end is.
  static let ahead = 2

  private(set) var state = State.none
  private(set) var run = 0
  let countsPastZero: Bool

  /// How much an extension adds.
  let addition: Int

  /// The time to the end of the run: of a paused one, or at the latest change.
  private(set) var rest = 0
  private(set) var deadline = 0

  /// The length of the present phase, with what was added to it.
  private(set) var total = 0

  /// The time of the latest change or event. No operation takes effect before it.
  private var since = -1000
  private var count = 0
  private var passed: Set<Kind> = []
  var dues: [Due] = []

  init(countsPastZero: Bool, addition: Int) {
    self.countsPastZero = countsPastZero
    self.addition = addition
  }

  /// Nothing is known of a record that was removed.
  mutating func forget() { since = -1000 }
}

// MARK: - Time

extension KeepingSpecification {
  func index(_ run: Int, _ number: Int, _ kind: Kind) -> Int? {
    dues.firstIndex { $0.run == run && $0.number == number && $0.kind == kind }
  }

  /// Adds an event that has become due, or that a process has delivered ahead of the store.
  @discardableResult
  mutating func add(
    _ run: Int, _ number: Int, _ kind: Kind, at moment: Int?, isAhead: Bool = false
  ) -> Int {
    if let index = index(run, number, kind) {
      if let moment { dues[index].moment = moment }
      if !isAhead { dues[index].isAhead = false }
      return index
    }
    dues.append(Due(run: run, number: number, kind: kind, isAhead: isAhead, moment: moment))
    return dues.count - 1
  }

  /// Everything that is due by a time becomes due.
  mutating func settle(_ time: Int) {
    if state == .running { pass(to: deadline - time) }
  }

  /// - Parameters:
  ///   - left: The time to the end of the run.
  ///   - moment: The moment of the events; nil if each has its own.
  ///   - isFact: Whether the events have no moment, because they were delivered ahead.
  private mutating func pass(to left: Int, at moment: Int? = nil, asFact isFact: Bool = false) {
    for number in 0...Kind.finish.rawValue {
      guard let kind = Kind(rawValue: number), kind.rest >= left, passed.insert(kind).inserted
      else { continue }
      count += 1
      let moment = moment ?? deadline - kind.rest
      since = max(since, moment)
      add(run, count, kind, at: isFact ? nil : moment)
      if kind == .firstPhase { total = Self.lengths[1] }
      if kind == .finish { state = countsPastZero ? .overtime : .over }
    }
  }
}

// MARK: - Operations

extension KeepingSpecification {
  enum Operation: Hashable, CaseIterable {
    case start, pause, resume, extend, cancel

    /// Undoes an extension.
    case undo

    /// Moves the end, by a process that saw a run that had not finished.
    case moveEnd

    /// Moves the end, by a process that saw a run that had finished.
    case goOn
  }

  func accepts(_ operation: Operation) -> Bool {
    switch operation {
    case .start: state == .none || state == .over || state == .overtime
    case .pause: state == .running
    case .resume: state == .paused
    case .extend, .cancel, .moveEnd: state == .running || state == .paused || state == .overtime
    case .goOn, .undo: true
    }
  }

  /// Applies an operation that was called at a time. If it begins a run, that gets the given number.
  mutating func apply(_ operation: Operation, called: Int, newRun: Int) {
    let time = max(called, since)
    settle(time)
    guard accepts(operation) else { return }
    switch operation {
    case .start:
      begin(newRun, with: Self.length, at: time)
      passed = [.firstMilestone]
      total = Self.lengths[0]
    case .pause:
      rest = deadline - time
      state = .paused
    case .resume:
      deadline = time + rest
      state = .running
    case .extend:
      extend(at: time, newRun: newRun)
    case .moveEnd, .goOn:
      guard moveEnd(to: called + Self.ahead, at: time, newRun: newRun) else { return }
    case .cancel:
      voidRun(run)
      state = .over
    case .undo:
      return
    }
    since = time
  }

  /// Undoes an extension, unless something else has changed the run since, or no time would remain.
  mutating func undo(_ change: Extension, called: Int) {
    let time = max(called, since)
    settle(time)
    let isSecond = passed.contains(.firstPhase)
    let left = leftInPhase(at: time)
    guard state == (change.isPaused ? .paused : .running), change.phase == (isSecond ? 1 : 0),
      total == change.totalAfter, !change.isPaused || left == change.restAfter
    else { return }
    let former = change.restBefore - max(0, change.restAfter - left)
    guard former > 0 else { return }
    total = change.totalBefore
    rest = former + later
    deadline = time + rest
    if change.wasTold { passed.insert(isSecond ? .secondMilestone : .firstMilestone) }
    pass(to: rest, at: time)
    since = time
  }

  private mutating func begin(_ newRun: Int, with length: Int, at time: Int) {
    (state, run, rest, deadline, count) = (.running, newRun, length, time + length, 0)
  }

  private mutating func extend(at time: Int, newRun: Int) {
    switch state {
    case .running, .paused:
      setLeft(leftInPhase(at: time) + addition, at: time)
    case .overtime:
      deadline += addition
      total += addition
      guard deadline > time else { return }
      // It continues in the last phase.
      begin(newRun, with: deadline - time, at: time)
      passed = [.firstMilestone, .firstPhase, .secondMilestone]
      // A milestone that is in the future again will be reported again.
      if rest > Kind.secondMilestone.rest { passed.remove(.secondMilestone) }
    case .none, .over:
      return
    }
  }

  /// The time that is left of the phases after the present one.
  private var later: Int { passed.contains(.firstPhase) ? 0 : Kind.firstPhase.rest }

  private func leftInPhase(at time: Int) -> Int {
    (state == .running ? deadline - time : rest) - later
  }

  /// Sets the time that is left of the phase, which may end at once, and changes its length by as much.
  private mutating func setLeft(_ left: Int, at time: Int) {
    total = max(0, total + left - leftInPhase(at: time))
    rest = max(0, left) + later
    deadline = time + rest
    let milestone = passed.contains(.firstPhase) ? Kind.secondMilestone : .firstMilestone
    // A milestone that is in the future again will be reported again.
    if rest > milestone.rest { passed.remove(milestone) }
    pass(to: rest, at: time)
  }

  /// Moves the end of the phase. Returns whether that changes anything.
  private mutating func moveEnd(to end: Int, at time: Int, newRun: Int) -> Bool {
    let left = end - time
    guard state == .running || state == .paused else {
      if state == .overtime {
        guard end != deadline else { return false }
        total = max(0, total + end - deadline)
        deadline = end
        if left <= 0 { return true }
      } else {
        guard left > 0 else { return false }
        // The run that has ended took its three seconds.
        total = Self.length + left
      }
      // It continues in the last phase.
      begin(newRun, with: left, at: time)
      passed = [.firstMilestone, .firstPhase]
      if left <= Kind.secondMilestone.rest { passed.insert(.secondMilestone) }
      return true
    }
    guard leftInPhase(at: time) != left else { return false }
    setLeft(left, at: time)
    return true
  }

  mutating func voidRun(_ run: Int) {
    for index in dues.indices where dues[index].run == run { dues[index].isVoid = true }
  }

  /// An event has been delivered, whatever has been done in the meantime.
  mutating func acknowledge(_ run: Int, _ number: Int, _ kind: Kind, called: Int) {
    let time = max(called, since)
    settle(time)
    if run == self.run, state == .running || state == .paused, count < number,
      !passed.contains(kind)
    {
      let wasPaused = state == .paused
      deadline = min(wasPaused ? time + rest : deadline, time + kind.rest)
      state = .running
      pass(to: deadline - time, asFact: true)
      since = max(since, time)
      if wasPaused, state == .running {
        state = .paused
        rest = deadline - time
      }
    }
    // Its number may differ from the one in the process that has delivered it.
    if let reported = index(run, number, kind), dues[reported].isAhead {
      let same = dues.indices.last { index in
        let due = dues[index]
        return due.run == run && due.kind == kind && !due.isAhead && due.deliveries == 0
      }
      if let same { dues[same].deliveries += 1 }
    }
    if kind == .finish { voidRun(run) }
  }
}

import Dispatch
public import Observation
public import SandglassCore

/// A countdown that stays right: what remains is computed from its deadline whenever it is asked.
///
/// A running countdown is kept alive by its timekeeper and finishes whether or not anybody looks.
/// Looking comes in three forms over the same events: closures bound to an owner
/// (``onTick(of:_:)``, ``onFinish(of:_:)`` and so on), an asynchronous sequence (``readings``),
/// and Observation, so that a SwiftUI view has nothing to wire. While nobody looks, nothing
/// ticks, and the count runs on: hidden is not paused.
///
/// Every method may be called in every state, from any thread and inside any callback. What makes
/// no sense does nothing and answers false. Every call first applies what has come due: at or
/// after the deadline nothing can be paused or cancelled any more.
///
/// ```swift
/// let resend = Countdown(.seconds(60))
/// resend.onTick(of: self) { screen, reading in screen.title = "Resend (\(reading.shown))" }
/// resend.onFinish(of: self) { screen in screen.title = "Resend" }
/// resend.start()
/// ```
public final class Countdown: @unchecked Sendable {
  // Sendable: everything mutable is touched under the timekeeper's lock alone. Since nothing is called out
  // under it either, whoever changes something is alone with it: so release builds do not check that
  // once more at each access, which is a fifth of what a countdown costs.

  typealias Target = CountdownRecord.Target

  let timekeeper: Timekeeper

  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var machine: CountdownMachine
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var bindings = CountdownBindings()
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var observation = CountdownObservation()

  /// The instants of the wall clock that it counts down to, if it does.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var wallTargets: WallTargets?

  /// What it is known by to the timekeeper while it is told of a wall clock that was set; else zero.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var followerNumber: UInt64 = 0

  /// How it is kept in a store, if it is.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var keeping: CountdownKeeping?

  /// What it asks for background time while it runs, if it does.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var background: CountdownBackground?

  /// The place in the timekeeper's queue, and what is waited for there.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var place: (token: TimekeeperState.Token, wait: Wish)?

  /// What to wait for: when, how late it may come, and whether the countdown is kept meanwhile.
  private struct Wish: Equatable {
    let moment: Moment
    let toleranceNanoseconds: UInt64
    let keepsCountdown: Bool
  }

  /// Makes a countdown from a duration, which runs on the steady clock, through sleep.
  ///
  /// - Parameters:
  ///   - duration: What each start counts down from; zero or less finishes at its start.
  ///   - options: The unit, the rounding, the milestones, and what comes after zero.
  ///   - timekeeper: What keeps the time.
  public convenience init(
    _ duration: Duration,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(to: .duration(duration), options: options, on: timekeeper)
  }

  /// Makes a countdown to an instant of the wall clock.
  ///
  /// - Parameters:
  ///   - end: When to finish; a start after it finishes at once.
  ///   - options: The unit, the rounding, the milestones, and what comes after zero.
  ///   - timekeeper: What keeps the time.
  public convenience init(
    endingAt end: WallMoment,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(to: .wall(end), options: options, on: timekeeper)
  }

  init(to target: Target, options: CountdownOptions, on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
    machine = CountdownMachine(
      target.duration(from: timekeeper.now, on: timekeeper), options: options)
    note(target)
  }

  /// Makes a countdown and starts it.
  ///
  /// - Parameters:
  ///   - duration: What it counts down from; zero or less finishes at once.
  ///   - options: The unit, the rounding, the milestones, and what comes after zero.
  ///   - timekeeper: What keeps the time.
  /// - Returns: The running countdown. It finishes even if it is let go.
  public static func started(
    _ duration: Duration,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    let countdown = Countdown(duration, options: options, on: timekeeper)
    countdown.start()
    return countdown
  }

  // A running countdown never comes here, since its timekeeper keeps it. A paused one that
  // nobody holds can never be resumed: it is cancelled, unless a record of it is kept. Overtime
  // ends with its holder.
  deinit {
    timekeeper.perform { state, now in
      leaveQueue(in: &state)
      leaveFollowers(in: &state)
      if let keeping {
        if state.keepers[keeping.key]?.object == nil { state.keepers[keeping.key] = nil }
      } else {
        _ = machine.cancel(at: now) { bindings.tell($0, in: &state) }
      }
      bindings.endReaders(in: &state)
    }
  }
}

extension Countdown.Target {
  /// What is left until the target, counted from `now`.
  fileprivate func duration(from now: Moment, on timekeeper: Timekeeper) -> Duration {
    switch self {
    case .duration(let duration):
      return duration
    case .wall(let end):
      let clocks = timekeeper.clocks
      return (end - clocks.wall).addingSaturated(clocks.steady - now)
    }
  }
}

// MARK: - What it counts down to

extension Countdown {
  /// What the next start counts down to: the machine's duration, unless that is an instant of the wall
  /// clock, or a record had the present start count to something else.
  func target(of machine: CountdownMachine) -> Target {
    keeping?.nextTarget ?? wallTargets?.next.map(Target.wall) ?? .duration(machine.duration)
  }

  /// Notes what the next start counts down to; a duration the machine knows.
  func note(_ target: Target) {
    let next: WallMoment? = if case .wall(let end) = target { end } else { nil }
    wallTargets = .targets(next: next, present: wallDeadline)
  }

  /// The instant of the wall clock that the present start counts down to; nil if that goes by the
  /// steady clock alone. While it is paused the instant does not count.
  var wallDeadline: WallMoment? {
    get { wallTargets?.present }
    set { wallTargets = .targets(next: wallTargets?.next, present: newValue) }
  }
}

/// The instants of the wall clock that a countdown counts down to. Few have any, and so it is apart.
private final class WallTargets: Sendable {
  /// What the next start counts down to.
  let next: WallMoment?

  /// What the present start counts down to.
  let present: WallMoment?

  private init(next: WallMoment?, present: WallMoment?) {
    self.next = next
    self.present = present
  }

  /// Nil if there are none; an initializer that fails would allocate first.
  static func targets(next: WallMoment?, present: WallMoment?) -> WallTargets? {
    next == nil && present == nil ? nil : WallTargets(next: next, present: present)
  }
}

// MARK: - What can be done with it

extension Countdown {
  /// Starts counting down; false, and nothing happens, if it is running or paused.
  @discardableResult
  public func start() -> Bool {
    perform { machine, now, tell in
      let next = target(of: machine)
      machine.duration = next.duration(from: now, on: timekeeper)
      guard machine.start(at: now, tell: tell) else { return false }
      noteStart(towards: next, runs: machine.state == .running, at: now)
      return true
    }
  }

  /// Starts anew; a start that still lasts is told as cancelled first.
  public func restart() {
    perform { machine, now, tell in
      restart(&machine, towards: target(of: machine), at: now, tell: tell)
    }
  }

  /// Stands still and keeps the exact remainder; false unless it is running.
  ///
  /// Letting go of the last reference to a paused countdown cancels it.
  @discardableResult
  public func pause() -> Bool {
    perform { machine, now, tell in machine.pause(at: now, tell: tell) }
  }

  /// Counts on from where it was paused; false unless it is paused.
  @discardableResult
  public func resume() -> Bool {
    perform { machine, now, tell in
      guard machine.resume(at: now, tell: tell) else { return false }
      if wallDeadline != nil, let deadline = machine.deadline {
        wallDeadline = timekeeper.clocks.wall(at: deadline)
      }
      return true
    }
  }

  /// Moves the deadline later and tells a reading at once; false unless it is running or paused.
  ///
  /// The total grows as well. Milestones that are now below what remains will be told again.
  ///
  /// - Parameter duration: How much to add; a negative duration shortens.
  /// - Returns: Whether there was a start to extend.
  @discardableResult
  public func extend(by duration: Duration) -> Bool {
    perform { machine, now, tell in
      let former = machine.deadline
      guard machine.extend(by: duration, at: now, tell: tell) else { return false }
      if let wall = wallDeadline, let former {
        // With nothing left it has finished now, and overtime counts from here.
        wallDeadline =
          machine.deadline.map { wall + ($0 - former) } ?? timekeeper.clocks.wall(at: now)
      }
      return true
    }
  }

  /// Moves the deadline earlier and tells a reading at once; false unless it is running or paused.
  ///
  /// The total shrinks as well. Milestones passed over are told in order; with nothing left it
  /// finishes.
  ///
  /// - Parameter duration: How much to take away; a negative duration extends.
  /// - Returns: Whether there was a start to shorten.
  @discardableResult
  public func shorten(by duration: Duration) -> Bool {
    extend(by: Duration.zero.subtractingSaturated(duration))
  }

  /// Ends the present start without a finish; false unless it is running or paused.
  ///
  /// After a call made on the main actor, no tick of that start is delivered there any more.
  @discardableResult
  public func cancel() -> Bool {
    perform { machine, now, tell in machine.cancel(at: now, tell: tell) }
  }

  /// Stops counting past zero; false unless it does.
  @discardableResult
  public func stopOvertime() -> Bool {
    perform { machine, now, tell in machine.stopOvertime(at: now, tell: tell) }
  }
}

// MARK: - What it shows

extension Countdown {
  /// What a look at the countdown tells now.
  ///
  /// Reading it within an observed piece of code, such as a SwiftUI body, has that code run
  /// again when the shown number or the state changes.
  public var reading: Reading {
    observed(\.reading, ticks: true) { now in look(at: now) }
  }

  /// The exact time left; zero once it has finished, and the whole duration before a start.
  public var remaining: Duration { reading.remaining }

  /// The number to show: what remains in units, rounded up unless the options say otherwise.
  public var shown: Int { reading.shown }

  /// How far it has come, from 0 to 1.
  public var progress: Double { reading.progress }

  /// The time since zero, while it counts past it; else zero.
  public var overtime: Duration { reading.overtime }

  /// How it counts.
  public var options: CountdownOptions { timekeeper.withLock { _ in machine.options } }

  /// What it is doing.
  public var state: CountdownState {
    observed(\.state, ticks: false) { _ in machine.state }
  }

  /// Whether it is counting down.
  public var isRunning: Bool { state == .running }

  /// Whether it stands still with something left.
  public var isPaused: Bool { state == .paused }

  /// How the latest start ended; nil while it lasts, and before the first.
  public var end: CountdownEnd? {
    observed(\.state, ticks: false) { _ in machine.end }
  }
}

extension Countdown: Observable {
  func observed<Value, Member>(
    _ keyPath: KeyPath<Countdown, Member>,
    ticks: Bool,
    _ value: (Moment) -> Value
  ) -> Value {
    let (value, registrar) = timekeeper.perform { state, now in
      advance(to: now, in: &state)
      // Afterwards: what was due ends the watch of earlier looks, but not of this one.
      if ticks { watch(at: now, in: &state) }
      return (value(now), observation.registrarMadeIfNeeded())
    }
    registrar.access(self, keyPath: keyPath)
    return value
  }

  /// A look that nobody observes, and that so causes no tick.
  func peek() -> Reading {
    timekeeper.perform { state, now in
      advance(to: now, in: &state)
      return look(at: now)
    }
  }

  private func look(at now: Moment) -> Reading {
    // Before a start, what is left until an instant of the wall clock changes all the time.
    if machine.state == .idle {
      let next = target(of: machine)
      machine.duration = next.duration(from: now, on: timekeeper)
    }
    return machine.reading(at: now)
  }

  private func watch(at now: Moment, in state: inout TimekeeperState) {
    guard !observation.isWatching else { return }
    observation.isWatching = true
    follow(at: now, in: &state)
  }
}

// MARK: - Being looked at

extension Countdown {
  /// Adds a binding in place of one of the same owner and kind, and tells it the present reading
  /// if the countdown lasts.
  func bind(_ binding: CountdownBinding) {
    timekeeper.perform { state, now in
      let reading = add(binding, at: now, in: &state)
      if reading.state.lasts { binding.tell(reading, in: &state) }
    }
  }

  /// Adds a binding in place of one of the same owner and kind; answers the present reading, for
  /// the caller to tell.
  func bindUntold(_ binding: CountdownBinding) -> Reading {
    timekeeper.perform { state, now in add(binding, at: now, in: &state) }
  }

  /// Removes all that is bound to `owner`: it is told nothing more, and the count runs on.
  ///
  /// After a call made on the main actor, no callback of those bindings begins there any more.
  public func unbind(_ owner: AnyObject) {
    timekeeper.perform { state, now in
      bindings.remove(ofOwner: ObjectIdentifier(owner), in: &state)
      advance(to: now, in: &state)
    }
  }

  /// Adds a reader of readings, which is given the present one at once.
  func add(_ reader: ReadingChannel) {
    timekeeper.perform { state, now in
      advance(to: now, in: &state)
      if machine.state.lasts { reader.put(machine.reading(at: now), in: &state) }
      if machine.state == .finished {
        reader.finish(handled: unhandledFinishHandler(), in: &state)
      } else {
        bindings.add(reader)
      }
      follow(at: now, in: &state)
    }
  }

  /// Removes a reader that has been let go.
  func remove(_ reader: ReadingChannel) {
    timekeeper.perform { state, now in
      reader.end(in: &state)
      bindings.remove(reader)
      advance(to: now, in: &state)
    }
  }
}

// MARK: - Under the lock, for a board

extension Countdown {
  /// Whether it is shown in a cell.
  func isInCell(in state: inout TimekeeperState) -> Bool { bindings.hold(.change) }

  /// Starts anew towards another target.
  func restart(to target: Target, at now: Moment, in state: inout TimekeeperState) {
    apply(
      { machine, now, tell in restart(&machine, towards: target, at: now, tell: tell) },
      at: now, in: &state)
  }

  /// Ends whatever lasts, and has nothing more to count down from.
  func clear(at now: Moment, in state: inout TimekeeperState) {
    note(.duration(.zero))
    apply({ machine, now, tell in machine.clear(at: now, tell: tell) }, at: now, in: &state)
    bindings.endReaders(in: &state)
    follow(at: now, in: &state)
  }

  /// Adds a binding in place of one of the same owner and kind; answers the present reading.
  @discardableResult
  func add(
    _ binding: CountdownBinding, at now: Moment, in state: inout TimekeeperState
  ) -> Reading {
    advance(to: now, in: &state)
    bindings.add(binding, in: &state)
    tellRestoredFinish(to: binding, at: now, in: &state)
    follow(at: now, in: &state)
    return machine.reading(at: now)
  }

  /// Removes the binding of one kind that `owner` has.
  func removeBinding(
    _ kind: CountdownBinding.Kind, of owner: ObjectIdentifier, at now: Moment,
    in state: inout TimekeeperState
  ) {
    bindings.remove(kind, ofOwner: owner, in: &state)
    advance(to: now, in: &state)
  }
}

// MARK: - Under the lock

extension Countdown: Timed {
  func comeDue(at now: Moment, in state: inout TimekeeperState) -> Bool {
    place = nil
    advance(to: now, in: &state)
    return place?.wait.keepsCountdown ?? false
  }

  func fetch() {
    bindings.fetch()
  }

  @discardableResult
  private func perform<Answer>(
    _ event: (inout CountdownMachine, Moment, (CountdownEvent) -> Void) -> Answer
  ) -> Answer {
    timekeeper.perform { state, now in apply(event, at: now, in: &state) }
  }

  /// Leaves its record to another countdown, and ends.
  func leaveRecord(at now: Moment, in state: inout TimekeeperState) {
    if let next = keeping?.nextTarget {
      note(next)
      machine.duration = next.duration(from: now, on: timekeeper)
    }
    keeping = nil
    apply({ machine, now, tell in _ = machine.cancel(at: now, tell: tell) }, at: now, in: &state)
  }

  /// Applies what has come due.
  func advance(to now: Moment, in state: inout TimekeeperState) {
    apply({ machine, now, tell in machine.advance(to: now, tell: tell) }, at: now, in: &state)
  }

  /// Applies an event to the machine, and sees to all that follows from it.
  private func apply<Answer>(
    _ event: (inout CountdownMachine, Moment, (CountdownEvent) -> Void) -> Answer,
    at now: Moment,
    in state: inout TimekeeperState
  ) -> Answer {
    let (before, endBefore) = (machine.state, machine.end)
    // What only a record knows is compared only where there is one: this is done at each tick.
    let recorded = keeping == nil ? nil : (machine.wholeDuration, machine.deadline)
    func tell(_ told: CountdownEvent) {
      var handler: FinishHandler?
      if case .end(let end, _) = told {
        handler = finishHandler(end, isBeingTold: bindings.wantFinish)
      }
      bindings.tell(told, handled: handler, in: &state)
      observation.noteReading()
    }
    followWallClock(at: now, tell: tell)
    let answer = event(&machine, now, tell)
    let hasChanged = machine.state != before || machine.end != endBefore
    if hasChanged { observation.noteState() }
    if before == .overtime, machine.state != before { bindings.endReaders(in: &state) }
    if let recorded, hasChanged || (machine.wholeDuration, machine.deadline) != recorded {
      markUnsaved(in: &state)
    }
    notifyObservers(in: &state)
    follow(at: now, in: &state)
    return answer
  }

  private func restart(
    _ machine: inout CountdownMachine, towards next: Target, at now: Moment,
    tell: (CountdownEvent) -> Void
  ) {
    machine.duration = next.duration(from: now, on: timekeeper)
    machine.restart(at: now, tell: tell)
    noteStart(towards: next, runs: machine.state == .running, at: now)
  }

  /// Notes a start; the machine may be in use.
  private func noteStart(towards next: Target, runs: Bool, at now: Moment) {
    note(next)
    if case .wall(let end) = next {
      // A start after the end finishes at once, and overtime counts from there.
      wallDeadline = runs ? end : timekeeper.clocks.wall(at: now)
    } else {
      wallDeadline = nil
    }
    keeping?.noteStart()
  }

  /// Has the machine tick or not, as somebody looks or nobody does, and waits for what comes next.
  func follow(at now: Moment, in state: inout TimekeeperState) {
    bindings.removeInactive(in: &state)
    background?.follow(isRunning: machine.state == .running, in: &state)
    joinFollowers(in: &state)
    let isWatched = bindings.wantTicks || observation.isWatching
    if isWatched != machine.isWatched { machine.watch(isWatched, at: now) { _ in } }

    let next = nextWish(of: &machine)
    guard next != place?.wait else { return }
    leaveQueue(in: &state)
    guard let next else { return }
    let token = state.queue.insert(
      .timed(next.keepsCountdown ? self : WeakTimed(self)),
      at: next.moment,
      toleranceNanoseconds: next.toleranceNanoseconds)
    place = (token, next)
  }

  /// By reference: to hand over the machine would copy it, at each tick.
  private func nextWish(of machine: inout CountdownMachine) -> Wish? {
    guard
      let due = machine.nextDueInNanoseconds(wantsMilestones: bindings.wantMilestones)
    else { return nil }
    return Wish(
      moment: due.moment,
      toleranceNanoseconds: timekeeper.honorsTolerance ? due.tolerance : 0,
      keepsCountdown: machine.state != .overtime)
  }

  /// Is told of a wall clock that was set while that matters.
  private func joinFollowers(in state: inout TimekeeperState) {
    let follows =
      switch machine.state {
      case .running: wallDeadline != nil || keeping != nil
      case .overtime: wallDeadline != nil
      case .idle, .paused, .finished: false
      }
    guard follows == (followerNumber == 0) else { return }
    if follows { followerNumber = state.add(self) } else { leaveFollowers(in: &state) }
  }

  private func leaveFollowers(in state: inout TimekeeperState) {
    guard followerNumber != 0 else { return }
    state.removeFollower(followerNumber)
    followerNumber = 0
  }

  private func leaveQueue(in state: inout TimekeeperState) {
    guard let token = place?.token else { return }
    place = nil
    if let work = state.queue.remove(token) { state.afterwards.discarded.append(work) }
  }

  /// Tells observers of whatever has changed that is neither a reading nor the state.
  func noteForObservers(in state: inout TimekeeperState) {
    observation.noteState()
    notifyObservers(in: &state)
  }

  private func notifyObservers(in state: inout TimekeeperState) {
    guard observation.mustBeTold() else { return }
    state.tell(on: .theMain) { [weak self] in self?.tellObservers() }
  }

  /// Tells observers all that has changed until now; on the main queue.
  private func tellObservers() {
    guard let change = timekeeper.withLock({ _ in observation.takeChange() }) else { return }
    let registrar = change.observers.registrar
    if change.ofState {
      registrar.withMutation(of: self, keyPath: \.state) {}
      registrar.withMutation(of: self, keyPath: \.storeError) {}
    }
    registrar.withMutation(of: self, keyPath: \.reading) {}
  }
}

extension Countdown: CustomReflectable {
  /// Shows nothing: whoever looks from outside does not hold the lock.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

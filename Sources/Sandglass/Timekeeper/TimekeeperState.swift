package import Dispatch
import SandglassCore

/// The state that a timekeeper's lock guards: its timers, their callbacks, and its counters.
package struct TimekeeperState: ~Copyable {
  /// An element of the queue.
  enum Work {
    /// One of the library's own entries, called under the lock.
    case entry(any QueueEntry)

    /// A client's closure, called outside the lock.
    case call(@Sendable (Moment) -> Void)

    /// A set of timeouts, called outside the lock.
    case timeouts(TimeoutsCall)

    /// A sleeping task, resumed outside the lock.
    case task(SleepingTask)
  }

  /// A step of serving that must run outside the lock.
  enum Step {
    /// Calls a closure with the current moment, which is never before the deadline.
    case call(@Sendable (Moment) -> Void, at: Moment)
    case timeouts(TimeoutsCall, at: Moment)

    /// Yields the lock to a waiting thread, because the lock has been held for a long time.
    case giveWay
  }

  /// The number of timers that fire before the lock is yielded to waiting threads. Firing them takes a few tens of
  /// microseconds.
  private static let servedAtOnce = 64

  typealias Queue = TimerQueue<Work>
  typealias Token = Queue.Token

  var queue: Queue

  /// The moment of the current change to the state.
  package var now: Moment

  /// The effects to carry out as soon as the lock is released.
  package var effects = Effects()

  /// The moment for which the alarm is set, and the number of that setting.
  private(set) var alarm: Moment?
  private var alarmNumber: UInt64 = 0

  /// Whether the alarm supports a leeway.
  private let takesLeeway: Bool

  /// The leeway of the current alarm setting, in nanoseconds.
  private var alarmLeeway: UInt64 = 0

  /// The moment of the round in progress. No alarm is set for entries that are due by then.
  private var served: Moment?

  /// The callbacks that are waiting to be called, grouped by their queue.
  var outboxes = Outboxes()

  /// The gatherers with events to report, in the order in which they were added.
  private var gatherers: [any Gatherer] = []

  /// Whether the gatherers must wait until the next round is over.
  private var areGatherersHeld = false

  /// The objects to notify when the wall clock is set, by numbers that ascend in the order in which the objects were
  /// added.
  private var followers: [UInt64: WeakWallClockFollower] = [:]
  private var followerNumber: UInt64 = 0

  /// The countdown or stopwatch that keeps each record, by the record's key. A record has at most one keeper at a time.
  package var keepers: [AnyHashable: WeakReference] = [:]

  /// The number of keepers that no longer exist. When it changes, a record that was read before may be out of date.
  package var goneKeepers: UInt64 = 0

  /// Whether the wall clock is watched, and the number of that setting.
  private(set) var isWatchingWallClock = false
  private var watchNumber: UInt64 = 0

  /// The observer that is notified of waiting tasks.
  private let waitObserver: (any WaitObserver)?

  /// Whether anything on the timekeeper pauses asleep.
  var asksForSleep = false

  var firings = 0
  var wakeUps = 0
  var alarmSettings: Int { Int(clamping: alarmNumber) }

  /// The number of callbacks that are waiting for their queues.
  var undelivered: Int { outboxes.count }

  /// Creates the state of a timekeeper without timers.
  init(_ time: any TimeSource) {
    now = time.now
    queue = TimerQueue(now: now, wakeUpInterval: time.wakeUpInterval)
    takesLeeway = time.takesLeeway
    waitObserver = time.waitObserver
  }

  /// Adds a callback to the outbox of its queue, after all waiting callbacks.
  package mutating func enqueue(on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void) {
    enqueue(on: queue, identity: queue.identity, .call(action))
  }

  /// Adds a callback to the outbox of the saving queue.
  ///
  /// In virtual time, the caller also waits for the callback if another thread, such as that of a store's watch, is
  /// delivering on the queue. A record is therefore saved when the call returns that has changed it.
  package mutating func enqueueSave(
    on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void
  ) {
    let (_, mustHop) = outboxes.add(.call(action), for: queue.identity)
    mustHop ? effects.hops.append(queue) : awaitSaves(on: queue)
  }

  /// Lets the caller wait for the callbacks that are in the outbox of the saving queue, in virtual time.
  package mutating func awaitSaves(on queue: DispatchQueue) {
    if waitObserver != nil, effects.hops.last !== queue { effects.hops.append(queue) }
  }

  /// Adds a callback to the outbox of the queue with the given identity, and returns its place.
  @inline(__always) @discardableResult
  mutating func enqueue(
    on queue: DispatchQueue, identity: ObjectIdentifier, _ delivery: consuming Outbox.Delivery
  ) -> Outbox.Place {
    let (place, mustHop) = outboxes.add(delivery, for: identity)
    if mustHop { effects.hops.append(queue) }
    return place
  }

  /// Adds a numbered call to the outbox of its queue, after all waiting callbacks, and removes the receiver's previous
  /// call.
  ///
  /// - Parameters:
  ///   - number: The number of the call.
  ///   - receiver: The receiver of the call.
  ///   - queue: The queue to call the receiver on.
  ///   - former: The place of the receiver's latest call on that queue; nil if there is none. A hop may already have
  ///     taken that call.
  /// - Returns: The place of the call, and whether a previous call was removed.
  mutating func enqueue(
    _ number: UInt64, to receiver: any CallReceiver, on queue: DispatchQueue,
    insteadOf former: Outbox.Place?
  ) -> (place: Outbox.Place, hasReplaced: Bool) {
    let identity = queue.identity
    let hasReplaced = former.map { outboxes.takeCall(at: $0, for: identity) } ?? false
    let place = enqueue(on: queue, identity: identity, .numberedCall(to: receiver, number))
    return (place, hasReplaced)
  }

  /// Notes that the callbacks of one hop have been called. Adds another hop if more callbacks are waiting.
  mutating func delivered(on queue: DispatchQueue) {
    if outboxes.arrive(at: queue.identity) { effects.hops.append(queue) }
  }

  /// Registers a gatherer to report its events at the end of this call, or of the round in progress.
  mutating func willReport(_ gatherer: any Gatherer) {
    gatherers.append(gatherer)
  }

  /// Makes the gatherers report, unless a round that may produce more events is in progress.
  mutating func reportGathered() {
    guard !gatherers.isEmpty, served == nil, !areGatherersHeld else { return }
    for gatherer in exchange(&gatherers, with: []) { gatherer.reportGathered(in: &self) }
  }

  /// Records the alarm's new setting in ``effects``, if the earliest deadline has changed.
  mutating func planAlarm() {
    guard queue.mayHaveNewAlarm else { return }
    let wanted = queue.alarmAndLeeway
    if let wanted, let served, wanted.alarm <= served { return }
    let leeway = takesLeeway ? wanted?.leeway ?? 0 : 0
    // The alarm must be set again for a smaller leeway, but not for a larger one.
    guard wanted?.alarm != alarm || leeway < alarmLeeway else { return }
    alarm = wanted?.alarm
    alarmLeeway = leeway
    alarmNumber += 1
    effects.alarm = AlarmSetting(
      moment: alarm, leeway: .nanoseconds(leeway), number: alarmNumber)
  }

  /// Registers `follower` to be notified whenever the wall clock is set. Returns the number for ``removeFollower(_:)``.
  ///
  /// The follower is held weakly, because the queue retains a running countdown. In overtime, the countdown's owner
  /// retains it.
  mutating func add(_ follower: any WallClockFollower) -> UInt64 {
    followerNumber += 1
    followers[followerNumber] = WeakWallClockFollower(follower)
    planWatch()
    return followerNumber
  }

  /// Stops notifying a follower.
  mutating func removeFollower(_ number: UInt64) {
    followers[number] = nil
    planWatch()
  }

  /// Makes all followers read the clocks. A round must follow, in which the gatherers report their events.
  mutating func refreshFollowers(at now: Moment) {
    areGatherersHeld = true
    for (_, weak) in followers.sorted(by: { $0.key < $1.key }) {
      guard let follower = weak.follower else { continue }
      follower.refresh(at: now, in: &self)
      // This may be the last reference, which must not be released under the lock.
      effects.discarded.append(follower)
    }
  }

  /// Notes that the keeper of a record no longer exists.
  package mutating func forgetKeeper(of key: AnyHashable, _ keeper: ObjectIdentifier) {
    goneKeepers += 1
    // The record may have a new keeper by now. The weak reference is not loaded, because that might release the new
    // keeper under the lock.
    if keepers[key]?.isReference(to: keeper) == true { keepers[key] = nil }
  }

  private mutating func planWatch() {
    guard isWatchingWallClock == followers.isEmpty else { return }
    isWatchingWallClock.toggle()
    watchNumber += 1
    effects.watch = WatchSetting(isWatching: isWatchingWallClock, number: watchNumber)
  }

  /// Notes that the alarm has rung and is no longer set.
  private mutating func wokeUp(at now: Moment) {
    wakeUps += 1
    queue.wokeUp(at: now)
    // The alarm is treated as not set even if it rang early, or for a setting that has just been replaced, because
    // setting it once too often does no harm.
    alarm = nil
    alarmLeeway = 0
  }

  /// Begins a round of serving at the current moment.
  mutating func beginRound(at now: Moment, wokenUp: Bool) -> Queue.Round {
    self.now = now
    if wokenUp { wokeUp(at: now) }
    return queue.beginRound(at: now)
  }

  /// Serves due entries of a round up to the first step that must run outside the lock. Returns nil when the round is
  /// over.
  ///
  /// A call receives the latest moment that any thread has read under the lock, because another thread may have
  /// advanced the queue to that moment in the meantime.
  mutating func serve(in round: inout Queue.Round) -> Step? {
    let now = self.now
    served = round.moment
    var left = Self.servedAtOnce
    while left > 0 {
      let next = queue.popFirst(
        in: &round, lookingAhead: Work.stepsToFetch, Work.fetch)
      guard let work = next else {
        served = nil
        areGatherersHeld = false
        reportGathered()
        return nil
      }
      left -= 1
      firings += 1
      switch work {
      case .entry(let entry):
        if !entry.fire(at: now, in: &self) { effects.discarded.append(entry) }
      case .call(let action):
        return .call(action, at: now)
      case .timeouts(let call):
        return .timeouts(call, at: now)
      case .task(let task):
        waitObserver?.woke(task.waiter)
        effects.woken.append(task.continuation)
      }
    }
    return .giveWay
  }

  /// Takes the collected effects, so that the caller can carry them out.
  ///
  /// - Parameter leavingHops: Whether to leave the hops for the next caller.
  /// - Returns: The effects; nil if there are none.
  mutating func takeEffects(leavingHops: Bool = false) -> Effects? {
    guard !effects.isEmpty else { return nil }
    var taken = exchange(&effects, with: Effects())
    if leavingHops { swap(&taken.hops, &effects.hops) }
    return taken
  }
}

/// An object that collects events that occur together, and reports them together.
protocol Gatherer: AnyObject, Sendable {
  /// Reports the events of one call, or of one round. Called under the timekeeper's lock.
  func reportGathered(in state: inout TimekeeperState)
}

import Dispatch
import SandglassCore

/// What a timekeeper guards with its lock: its timers, what they have to tell, and its counters.
struct TimekeeperState: ~Copyable {
  /// What waits in the queue.
  enum Work {
    /// Something of ours, told under the lock.
    case entry(any QueueEntry)

    /// Somebody's closure, called outside it.
    case call(@Sendable (Moment) -> Void)

    /// A set of timeouts, called outside it.
    case timeouts(TimeoutsCall)

    /// A task that sleeps, resumed outside it.
    case task(SleepingTask)
  }

  /// What is to be done outside the lock while things are being served.
  enum Step {
    /// To call somebody, who is handed the present moment, which is never before the deadline.
    case call(@Sendable (Moment) -> Void, at: Moment)
    case timeouts(TimeoutsCall, at: Moment)

    /// Somebody may wait for the lock: it has been held for long.
    case giveWay
  }

  /// After how many timers the lock is given back, for those who wait for it: some tens of
  /// microseconds.
  private static let servedAtOnce = 64

  typealias Queue = TimerQueue<Work>
  typealias Token = Queue.Token

  var queue: Queue

  /// The moment at which the state is being changed.
  var now: Moment

  /// What is to be done as soon as the lock is released.
  var effects = Effects()

  /// The moment for which the alarm is set, and the number of that setting.
  private(set) var alarm: Moment?
  private var alarmNumber: UInt64 = 0

  /// Whether the alarm takes a leeway.
  private let takesLeeway: Bool

  /// How many nanoseconds later the alarm may ring, as it is set.
  private var alarmLeeway: UInt64 = 0

  /// What is being served: all that is due by then. No alarm is set for that.
  private var served: Moment?

  /// What waits to be called back, by the queue on which it will be.
  var outboxes = Outboxes()

  /// Those who have gathered something to tell, in the order in which they came.
  private var gatherers: [any Gatherer] = []

  /// Whether they tell nothing before the next round is over.
  private var areGatherersHeld = false

  /// Those who want to know that the wall clock was set, in the order in which they came.
  private var followers: [UInt64: WeakWallClockFollower] = [:]
  private var followerNumber: UInt64 = 0

  /// Who keeps each record, by what tells the records apart: a record has one at a time.
  var keepers: [AnyHashable: WeakReference] = [:]

  /// How many of them have gone: a record that was read before may be out of date.
  var goneKeepers: UInt64 = 0

  /// Whether the wall clock is watched, and the number of that setting.
  private(set) var isWatchingWallClock = false
  private var watchNumber: UInt64 = 0

  /// What is told of the tasks that wait.
  private let waitObserver: (any WaitObserver)?

  var firings = 0
  var wakeUps = 0
  var alarmSettings: Int { Int(clamping: alarmNumber) }

  /// How many callbacks wait for their queues.
  var undelivered: Int { outboxes.count }

  /// Makes the state of a timekeeper on which nothing waits yet.
  init(_ time: any TimeSource) {
    now = time.now
    queue = TimerQueue(now: now, wakeUpInterval: time.wakeUpInterval)
    takesLeeway = time.takesLeeway
    waitObserver = time.waitObserver
  }

  /// Puts a callback into the outbox of its queue, behind all that were told before.
  mutating func tell(on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void) {
    tell(on: queue, identity: queue.identity, .call(action))
  }

  /// Puts a callback into the outbox of the queue with that identity, and answers where it waits.
  @inline(__always) @discardableResult
  mutating func tell(
    on queue: DispatchQueue, identity: ObjectIdentifier, _ delivery: consuming Outbox.Delivery
  ) -> Outbox.Place {
    let (place, mustHop) = outboxes.add(delivery, for: identity)
    if mustHop { effects.hops.append(queue) }
    return place
  }

  /// Puts a numbered call into the outbox of its queue, behind all that were told before, and in place of an earlier one.
  ///
  /// - Parameters:
  ///   - number: The number of the call.
  ///   - receiver: Who is called with it.
  ///   - queue: Where.
  ///   - former: Where the receiver's latest call on that queue waits, if it still does; nil for nowhere.
  /// - Returns: Where it waits, and whether an earlier one has given way.
  mutating func tell(
    _ number: UInt64, to receiver: any CallReceiver, on queue: DispatchQueue,
    insteadOf former: Outbox.Place?
  ) -> (place: Outbox.Place, hasReplaced: Bool) {
    let identity = queue.identity
    let hasReplaced = former.map { outboxes.takeCall(at: $0, for: identity) } ?? false
    let place = tell(on: queue, identity: identity, .numberedCall(to: receiver, number))
    return (place, hasReplaced)
  }

  /// Notes that the callbacks of one hop have been called; hops again if there are more.
  mutating func delivered(on queue: DispatchQueue) {
    if outboxes.arrive(at: queue.identity) { effects.hops.append(queue) }
  }

  /// Has a gatherer tell what it has at the end of this call, or of the round that is being served.
  mutating func willTell(_ gatherer: any Gatherer) {
    gatherers.append(gatherer)
  }

  /// Has told what was gathered, unless a round goes on that may bring more.
  mutating func tellGathered() {
    guard !gatherers.isEmpty, served == nil, !areGatherersHeld else { return }
    for gatherer in exchange(&gatherers, with: []) { gatherer.tellGathered(in: &self) }
  }

  /// Notes in ``effects`` where the alarm must be set, if the earliest deadline has moved.
  mutating func planAlarm() {
    guard queue.mayHaveNewAlarm else { return }
    let wanted = queue.alarmAndLeeway
    if let wanted, let served, wanted.alarm <= served { return }
    let leeway = takesLeeway ? wanted?.leeway ?? 0 : 0
    // More leeway than there was does not call for another setting; less does.
    guard wanted?.alarm != alarm || leeway < alarmLeeway else { return }
    alarm = wanted?.alarm
    alarmLeeway = leeway
    alarmNumber += 1
    effects.alarm = AlarmSetting(
      moment: alarm, leeway: Duration(nanoseconds: Int128(leeway)), number: alarmNumber)
  }

  /// Tells `follower` from now on when the wall clock was set; answers the number to leave with.
  ///
  /// It is held weakly: what runs is kept by the queue, and overtime by its holder.
  mutating func add(_ follower: any WallClockFollower) -> UInt64 {
    followerNumber += 1
    followers[followerNumber] = WeakWallClockFollower(follower)
    planWatch()
    return followerNumber
  }

  /// Tells a follower nothing more.
  mutating func removeFollower(_ number: UInt64) {
    followers[number] = nil
    planWatch()
  }

  /// Has all followers look at the clocks; a round follows, with which they tell what they gather.
  mutating func refreshFollowers(at now: Moment) {
    areGatherersHeld = true
    for (_, weak) in followers.sorted(by: { $0.key < $1.key }) {
      guard let follower = weak.follower else { continue }
      follower.refresh(at: now, in: &self)
      // This may be the last reference, which must not be released under the lock.
      effects.discarded.append(follower)
    }
  }

  /// Notes that whoever kept a record has gone.
  mutating func forgetKeeper(of key: AnyHashable, _ keeper: ObjectIdentifier) {
    goneKeepers += 1
    // Another one may have the record by now. To look at that one here might release it, under the lock.
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
    // Even if it rang early, or for a setting that has just been overtaken: it may not be set any
    // more, and setting it once too often does no harm.
    alarm = nil
    alarmLeeway = 0
  }

  /// Begins a round of serving at the present moment.
  mutating func beginRound(at now: Moment, wokenUp: Bool) -> Queue.Round {
    self.now = now
    if wokenUp { wokeUp(at: now) }
    return queue.beginRound(at: now)
  }

  /// Serves what is due in a round, up to the first thing that is to be done outside the lock; nil when the
  /// round is over.
  ///
  /// A call is handed the present moment as whoever had the lock last has read it: another thread may have
  /// come further meanwhile, and have taken the queue along.
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
        tellGathered()
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

  /// Takes what has been decided, for somebody who does it.
  ///
  /// - Parameter leavingHops: Whether the hops are left for whoever asks next.
  /// - Returns: What is to be done; nil if that is nothing.
  mutating func takeEffects(leavingHops: Bool = false) -> Effects? {
    guard !effects.isEmpty else { return nil }
    var left = Effects()
    if leavingHops { swap(&left.hops, &effects.hops) }
    defer { effects = left }
    return effects
  }
}

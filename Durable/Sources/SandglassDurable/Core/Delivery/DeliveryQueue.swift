package import SandglassCore

/// Decides which event is handed to a handler next. A pure value, to which the caller passes the time.
///
/// The outbox of the store is the queue. This value holds only its beginning. The events of one countdown are handed
/// out in order, each after the one before it was handled or given up. Those of different countdowns may overlap.
///
/// ```
///   outbox ──read──▶ ready ──next──▶ in progress ──handled──▶ acknowledged
///                      ▲                  │ failed ────────▶ given up
///                      └── read again ── delayed
/// ```
package struct DeliveryQueue: ~Copyable {
  /// What is known of an event that is handed out. A handler may end its process, or the transaction that it shares with
  /// others. So that such an event is given up some day, and others are not handed out with it again and again, attempts
  /// are counted before the handler begins, except where nothing can have gone wrong.
  package enum Standing: Sendable, Hashable {
    /// It was added while this node has its shard, and was never handed out.
    case fresh

    /// It was in the outbox when this node took its shard. It may have been handed out.
    case found

    /// Its handler has failed, or something that was handed out together with it. It is handed out alone, and takes a place
    /// of its own, so that others do not wait for it.
    case suspect
  }

  /// How a handler has ended.
  package enum Return: Sendable, Hashable {
    case handled, failed

    /// Another transaction was in the way. The event is handed out again, and is not given up.
    case obstructed
  }

  /// What to do next.
  package enum Step: Sendable, Hashable {
    /// Hand out this event. Unless it is fresh, count the attempt before.
    case deliver(DurableEvent, Standing)

    /// Write that this event was given up: the last handler has not returned.
    case giveUp(DurableEvent)

    /// Read the events after this place, at most so many, and pass them to ``learn(_:at:)``.
    case read(after: OutboxPlace, limit: Int)

    /// Read an event that was delayed, and pass it to ``relearn(_:)``.
    case readAgain(EventTicket)

    /// Nothing until this moment, or until something changes.
    case wait(until: Moment?)
  }

  /// What to write about an event that a handler has returned from.
  package enum Outcome: Sendable, Hashable {
    /// It was handled, and leaves the outbox.
    case handled(EventTicket)

    /// It failed, and is handed out again. The ticket says when.
    case delayed(EventTicket)

    /// It failed too often. It stays in the outbox, and is not handed out again.
    case givenUp(EventTicket)

    package var ticket: EventTicket {
      switch self {
      case .handled(let ticket), .delayed(let ticket), .givenUp(let ticket): ticket
      }
    }
  }

  private enum Stage {
    case ready(DurableEvent)

    /// It waits for others of its countdown, and is read again when it is the first of them.
    case behind
    case inProgress(isWithdrawn: Bool)
    case delayed
    case beingReadAgain
  }

  private struct Entry {
    var ticket: EventTicket
    var stage: Stage
    var standing: Standing
  }

  private let retries: RetryPolicy
  private let atOnce: Int
  private let suspectsAtOnce: Int
  private let chunk: Int

  /// How many events of a countdown are held with their payloads. So one whose handler takes long, or fails, does not take
  /// the place of others.
  private static let heldOfOne = 16

  /// The events of each countdown, in order. Only the first of them is handed out.
  private var lines: [Int64: [Entry]] = [:]

  /// The countdowns whose first event may be ready, in order: those whose first event is a suspect, and all others.
  private var suspectTurns = Line<Int64>()
  private var turns = Line<Int64>()

  /// Events to be read again, because their delay is over, in order.
  private var recalled = Line<EventTicket>()

  /// The countdowns whose first event is delayed.
  private var delayed = TimingWheel<Int64>()

  /// The events up to this place have been read.
  private var cursor = OutboxPlace()

  /// The shards whose events are handed out.
  private var shards: HeldShards = [:]

  /// Whether the shards have changed during the reading.
  private var isStale = false

  /// Whether the reading has not come to the end of the outbox since the shards have changed.
  private var isCatchingUp = true

  /// Whether there may be events after the cursor.
  private var mayHaveMore = true

  private var isReading = false

  /// The runs that were cancelled during the reading. Their events may be among those that are being read.
  private var withdrawn: Set<Run> = []

  private struct Run: Hashable {
    let countdown: Int64
    let run: Int
  }

  /// The number of events that are held with their payloads.
  private var held = 0

  private var inProgress = 0

  /// The countdowns in progress that are suspects.
  private var suspects: Set<Int64> = []

  /// Creates the queue of an outbox that has not been read.
  ///
  /// - Parameters:
  ///   - retries: When an event is handed out again.
  ///   - atOnce: How many handlers may be in progress.
  ///   - suspectsAtOnce: How many of them may be those of suspects.
  ///   - chunk: How many events are read at once. Four times as many are held.
  package init(_ retries: RetryPolicy, atOnce: Int, suspectsAtOnce: Int = 1, chunk: Int = 250) {
    self.retries = retries
    self.atOnce = atOnce
    self.suspectsAtOnce = suspectsAtOnce
    self.chunk = chunk
  }
}

extension DeliveryQueue {
  /// Returns what to do next, and notes that it is being done.
  package mutating func next(at now: Moment) -> Step {
    while let countdown = delayed.popFirst(dueBy: now)?.payload { promote(countdown, at: now) }
    if mayHaveMore, !isReading, held <= chunk * 3, !shards.isEmpty {
      (isReading, mayHaveMore, isStale) = (true, false, false)
      return .read(after: cursor, limit: chunk)
    }
    if let event = takeReady(.suspect) {
      guard event.ticket.failures >= retries.attempts else { return .deliver(event, .suspect) }
      noteEnd(of: event.ticket.countdown)
      removeFirst(of: event.ticket.countdown)
      return .giveUp(event.with(event.ticket.givenUp(at: now)))
    }
    // Others need the memory.
    if mayBegin(.suspect), suspectTurns.first == nil, let ticket = recalled.popFirst() {
      return .readAgain(ticket)
    }
    for standing in [Standing.found, .fresh] {
      if let event = takeReady(standing) { return .deliver(event, standing) }
    }
    return .wait(until: delayed.nextDeadline)
  }

  private func mayBegin(_ standing: Standing) -> Bool {
    inProgress < atOnce && (standing != .suspect || suspects.count < suspectsAtOnce)
  }

  private mutating func noteEnd(of countdown: Int64) {
    inProgress -= 1
    suspects.remove(countdown)
  }

  /// Returns another event that may be handed out together with one of the same standing, and notes that it is being
  /// handed out.
  package mutating func nextReady(like standing: Standing) -> DurableEvent? {
    if standing == .suspect { return nil }
    return takeReady(standing)
  }

  /// Takes the next event that can be handed out, if it has a standing.
  private mutating func takeReady(_ standing: Standing) -> DurableEvent? {
    let isSuspect = standing == .suspect
    while mayBegin(standing), let countdown = isSuspect ? suspectTurns.first : turns.first {
      guard let entry = lines[countdown]?.first, case .ready(let event) = entry.stage,
        (entry.standing == .suspect) == isSuspect
      else {
        _ = isSuspect ? suspectTurns.popFirst() : turns.popFirst()
        continue
      }
      if entry.standing != standing { return nil }
      _ = isSuspect ? suspectTurns.popFirst() : turns.popFirst()
      lines[countdown]?[0].stage = .inProgress(isWithdrawn: false)
      inProgress += 1
      if isSuspect { suspects.insert(countdown) }
      held -= 1
      return event
    }
    return nil
  }

  /// Returns what is written before an event is handed out that is not fresh: that this attempt has failed, which is
  /// written over when its handler returns.
  package func counted(_ ticket: EventTicket, at now: Moment) -> Outcome {
    var ticket = ticket
    ticket.failures += 1
    ticket.notBefore =
      now + (retries.delay(afterFailures: ticket.failures, random: 1) ?? retries.longestDelay)
    return .delayed(ticket)
  }

  /// Returns whether the handler of an event that is being handed out may be called: whether its run has not been
  /// cancelled in the meantime. If not, the event is forgotten.
  package mutating func mayBegin(_ ticket: EventTicket) -> Bool {
    guard isFirstWithdrawn(of: ticket.countdown) else { return true }
    noteEnd(of: ticket.countdown)
    removeFirst(of: ticket.countdown)
    return false
  }

  /// Notes that an event could not be handed out.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - isSuspect: Whether it may be at fault.
  package mutating func putBack(_ event: DurableEvent, isSuspect: Bool) {
    noteEnd(of: event.ticket.countdown)
    if isFirstWithdrawn(of: event.ticket.countdown) || !holds(event.ticket) {
      return removeFirst(of: event.ticket.countdown)
    }
    held += 1
    lines[event.ticket.countdown]?[0].stage = .ready(event)
    if isSuspect { lines[event.ticket.countdown]?[0].standing = .suspect }
    settleFirst(of: event.ticket.countdown)
  }

  /// Notes that the store has fired events.
  package mutating func mayRead() { mayHaveMore = true }

  /// Notes the events that were read; nil if reading has failed.
  package mutating func learn(_ page: OutboxPage?, at now: Moment) {
    isReading = false
    defer { withdrawn = [] }
    guard let page, !isStale else { return mayHaveMore = true }
    for (number, countdown) in page.places { cursor.pass(number, of: countdown) }
    for event in page.events {
      let countdown = event.ticket.countdown
      if lines[countdown]?.contains(where: { $0.ticket.number == event.ticket.number }) == true {
        continue
      }
      if withdrawn.contains(Run(countdown: countdown, run: event.ticket.run)) { continue }
      let stage: Stage =
        if event.ticket.notBefore > now {
          .delayed
        } else if isBehind(lines[countdown] ?? []) {
          .behind
        } else {
          .ready(event)
        }
      if case .ready = stage { held += 1 }
      lines[countdown, default: []].append(
        Entry(ticket: event.ticket, stage: stage, standing: standing(of: event.ticket)))
      if lines[countdown]?.count == 1 { settleFirst(of: countdown) }
    }
    if page.places.count == chunk {
      mayHaveMore = true
    } else {
      isCatchingUp = false
    }
  }

  private func isBehind(_ line: [Entry]) -> Bool {
    switch line.first?.stage {
    case nil: false
    case .delayed, .beingReadAgain, .behind: true
    case .ready, .inProgress: line.count >= Self.heldOfOne
    }
  }

  /// The last attempt is always alone, so that no event is given up for what another has done.
  private func standing(of ticket: EventTicket) -> Standing {
    if ticket.failures > 0 { return .suspect }
    if !isCatchingUp { return .fresh }
    return retries.attempts == 1 ? .suspect : .found
  }

  /// Notes that an event could not be read again. It is tried after a second.
  package mutating func couldNotRelearn(_ ticket: EventTicket, at now: Moment) {
    guard let first = lines[ticket.countdown]?.first, first.ticket.number == ticket.number else {
      return
    }
    lines[ticket.countdown]?[0].stage = .delayed
    delayed.insert(ticket.countdown, at: now + .seconds(1))
  }

  /// Notes an event that was read again; nil if it is not there any more.
  package mutating func relearn(_ event: DurableEvent?, of ticket: EventTicket) {
    let countdown = ticket.countdown
    guard let first = lines[countdown]?.first, first.ticket.number == ticket.number else { return }
    guard let event else { return removeFirst(of: countdown) }
    held += 1
    // What has become of it may not have been written yet.
    lines[countdown]?[0].stage = .ready(event.with(first.ticket))
    if first.ticket.failures > 0 { lines[countdown]?[0].standing = .suspect }
    settleFirst(of: countdown)
  }

  /// Notes that a handler has returned, and decides what is written.
  ///
  /// - Parameters:
  ///   - ticket: The ticket of the event.
  ///   - result: How the handler has ended.
  ///   - now: The current moment.
  ///   - random: A random number from 0 to 1.
  /// - Returns: What is written.
  package mutating func returned(
    _ ticket: EventTicket, _ result: Return, at now: Moment, random: Double
  ) -> Outcome {
    noteEnd(of: ticket.countdown)
    // An event that was withdrawn is not in the outbox any more.
    guard result != .handled, !isFirstWithdrawn(of: ticket.countdown) else {
      removeFirst(of: ticket.countdown)
      return .handled(ticket)
    }
    var ticket = ticket
    ticket.failures += 1
    if result == .obstructed { ticket.failures = min(ticket.failures, retries.attempts - 1) }
    guard let delay = retries.delay(afterFailures: ticket.failures, random: random) else {
      removeFirst(of: ticket.countdown)
      return .givenUp(ticket.givenUp(at: now))
    }
    ticket.notBefore = now + delay
    guard holds(ticket) else {
      removeFirst(of: ticket.countdown)
      return .delayed(ticket)
    }
    lines[ticket.countdown]?[0] = Entry(ticket: ticket, stage: .delayed, standing: .suspect)
    letGo(behindFirstOf: ticket.countdown)
    settleFirst(of: ticket.countdown)
    return .delayed(ticket)
  }

  /// Notes which shards the node runs. Events of others are no longer handed out. Those of new ones are read from their
  /// beginning. Handlers that have begun go on.
  package mutating func hold(_ shards: HeldShards) {
    guard shards != self.shards else { return }
    (isStale, isCatchingUp) = (true, true)
    for shard in Shards.all where shards[shard] != self.shards[shard] { cursor.forget(shard) }
    for countdown in Array(lines.keys)
    where shards[Shards.shard(of: countdown)] != self.shards[Shards.shard(of: countdown)] {
      removeWaiting(of: countdown)
    }
    self.shards = shards
    mayHaveMore = true
  }

  /// Lets go of the payloads of events that wait for a first one that is delayed.
  private mutating func letGo(behindFirstOf countdown: Int64) {
    guard var line = lines[countdown] else { return }
    for place in line.indices.dropFirst() {
      guard case .ready = line[place].stage else { continue }
      line[place].stage = .behind
      held -= 1
    }
    lines[countdown] = line
  }

  private mutating func removeWaiting(of countdown: Int64) {
    guard let first = lines[countdown]?.first else { return }
    for entry in lines[countdown] ?? [] {
      if case .ready = entry.stage { held -= 1 }
    }
    if case .inProgress = first.stage {
      lines[countdown] = [first]
    } else {
      lines[countdown] = nil
    }
  }

  /// Notes that a run was cancelled: its events are not handed out any more. A handler that has begun goes on.
  package mutating func withdraw(run: Int, of countdown: Int64) {
    if isReading { withdrawn.insert(Run(countdown: countdown, run: run)) }
    guard var line = lines[countdown] else { return }
    if line[0].ticket.run == run, case .inProgress = line[0].stage {
      line[0].stage = .inProgress(isWithdrawn: true)
    }
    line.removeAll { entry in
      guard entry.ticket.run == run else { return false }
      switch entry.stage {
      case .inProgress: return false
      case .ready: held -= 1
      case .delayed, .beingReadAgain, .behind: break
      }
      return true
    }
    lines[countdown] = line.isEmpty ? nil : line
    settleFirst(of: countdown)
  }
}

extension DeliveryQueue {
  private func holds(_ ticket: EventTicket) -> Bool {
    shards[Shards.shard(of: ticket.countdown)] != nil
  }

  private func isFirstWithdrawn(of countdown: Int64) -> Bool {
    if case .inProgress(isWithdrawn: true)? = lines[countdown]?.first?.stage { true } else { false }
  }

  private mutating func removeFirst(of countdown: Int64) {
    lines[countdown]?.removeFirst()
    if lines[countdown]?.isEmpty == true { lines[countdown] = nil }
    settleFirst(of: countdown)
  }

  /// Gives the first event of a countdown its turn, or lets it wait until it is due.
  private mutating func settleFirst(of countdown: Int64) {
    guard let first = lines[countdown]?.first else { return }
    switch first.stage {
    case .ready:
      if first.standing == .suspect {
        suspectTurns.append(countdown)
      } else {
        turns.append(countdown)
      }
    case .delayed: delayed.insert(countdown, at: first.ticket.notBefore)
    case .behind:
      lines[countdown]?[0].stage = .beingReadAgain
      recalled.append(first.ticket)
    case .inProgress, .beingReadAgain: break
    }
  }

  /// A delayed event is due, if it is still the first of its countdown.
  private mutating func promote(_ countdown: Int64, at now: Moment) {
    guard let first = lines[countdown]?.first, case .delayed = first.stage,
      first.ticket.notBefore <= now
    else { return }
    lines[countdown]?[0].stage = .beingReadAgain
    recalled.append(first.ticket)
  }
}

/// What waits for its turn: first in, first out.
private struct Line<Element> {
  private var elements: [Element] = []
  private var start = 0

  var first: Element? { start < elements.count ? elements[start] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard let first else { return nil }
    start += 1
    if start == elements.count || start > 1_000 {
      elements.removeFirst(start)
      start = 0
    }
    return first
  }
}

#if DURABLE
  import Logging
  import Sandglass
  import SandglassCore

  /// What hands an event to the user.
  enum EventReceiver: Sendable {
    /// A handler outside a transaction. The event is acknowledged when it returns.
    case closure(@Sendable (DurableEvent) async throws -> Void)

    /// Hands events to a handler in a transaction of the store, in which they also leave the outbox.
    case transaction(atOnce: Int, TransactionHandler)
  }

  /// Hands events out in a transaction. Returns the errors of those that have failed.
  ///
  /// - Parameters:
  ///   - events: The events.
  ///   - place: Which of the transactions that may go on at once this is, from 0 on; nil for one with a suspect, which is
  ///     alone.
  typealias TransactionHandler =
    @Sendable (
      _ events: [DurableEvent], _ place: Int?
    ) async throws(DurableError) -> [EventTicket: any Error]

  /// Hands the events of the outbox to the user, and writes what has become of them.
  final class Delivery: Sendable {
    private let store: any DurableStore
    private let timekeeper: Timekeeper
    private let logger: Logger
    private let metrics = DurableMetrics()
    private let receiver: EventReceiver
    private let queue: Locked<DeliveryQueue>
    private let handlerLimit: Duration?
    private let faults = FaultLog("An event cannot be read, and is left alone.")
    private let bell: Bell
    private let notingBell: Bell
    private let state = Locked(State())

    /// Where a transaction with handlers may begin. While events are chosen, there is one.
    private let freePlaces: Locked<[Int]>

    private struct State {
      var isStopped = false
      var isOver = false
      var outcomes: [EventOutcome] = []
    }

    /// A handler has not returned in time.
    private struct TooLate: Error, CustomStringConvertible {
      let limit: Duration

      var description: String { "the handler has taken longer than \(limit)" }
    }

    /// How many events a transaction hands out, each in a savepoint. More than 64 are slow in PostgreSQL.
    private static let batch = 60

    /// For how long others wait for a transaction before they are handed out beside it. One that is as fast as most, on a
    /// server that is far away, is not held for slow: transactions that are beside each other may be in each other's way.
    private static func patience(events: Int) -> Duration { .milliseconds(10 + 4 * events) }

    init(
      _ store: any DurableStore, on timekeeper: Timekeeper, logger: Logger,
      options: DurableOptions, receiver: EventReceiver, handlersAtOnce: Int,
      handlerLimit: Duration?
    ) {
      self.store = store
      self.timekeeper = timekeeper
      self.logger = logger
      self.receiver = receiver
      self.handlerLimit = handlerLimit
      // The other places are for those that may not be at fault.
      let (atOnce, suspectsAtOnce, transactions) =
        if case .transaction(let atOnce, _) = receiver {
          (atOnce * Self.batch + 1, 1, atOnce)
        } else {
          (handlersAtOnce, max(1, handlersAtOnce / 2), 0)
        }
      freePlaces = Locked(Array(0..<transactions))
      queue = Locked(
        DeliveryQueue(options.retries, atOnce: atOnce, suspectsAtOnce: suspectsAtOnce))
      bell = Bell(on: timekeeper)
      notingBell = Bell(on: timekeeper)
    }

    /// Notes that events were added to the outbox.
    func mayRead() {
      queue.withLock { $0.mayRead() }
      bell.ring()
    }

    /// Notes what the node runs.
    func hold(_ shards: HeldShards) {
      queue.withLock { $0.hold(shards) }
      bell.ring()
    }

    /// Notes that a run was cancelled: no handler of its events begins any more.
    func withdraw(run: Int, of countdown: Int64) {
      queue.withLock { $0.withdraw(run: run, of: countdown) }
      bell.ring()
    }

    /// Hands out no more events. Handlers that have begun go on.
    func stop() {
      state.withLock { $0.isStopped = true }
      bell.ring()
    }

    private var goesOn: Bool { !state.withLock { $0.isStopped } && !Task.isCancelled }
  }

  // MARK: - Handing out

  extension Delivery {
    /// Hands out events until it is stopped, and then waits for the handlers that have begun.
    func deliver() async {
      await withDiscardingTaskGroup { group in
        while goesOn { await step(in: &group) }
      }
      state.withLock { $0.isOver = true }
      notingBell.ring()
    }

    private func step(in group: inout DiscardingTaskGroup) async {
      let now = store.now
      switch queue.withLock({ $0.next(at: now) }) {
      case .wait(let moment):
        await bell.wait(for: moment.map { $0 - now })
      case .read(let place, let limit):
        await read(after: place, limit: limit, at: now)
      case .readAgain(let ticket):
        await readAgain(ticket)
      case .giveUp(let event):
        note(event, .givenUp(event.ticket), error: "the last handler has not returned")
      case .deliver(let event, let standing):
        switch receiver {
        case .closure(let handler): group.addTask { await self.hand(event, standing, to: handler) }
        case .transaction(_, let handler) where standing == .suspect:
          group.addTask {
            await self.hand([event], standing, at: nil, to: handler)
            self.bell.ring()
          }
        case .transaction(_, let handler):
          await hand(batch(from: event, standing), standing, to: handler, in: &group)
        }
      }
    }

    /// Hands out events in a transaction. Returns when it has ended. If it takes long, it goes on, and this returns as soon
    /// as there is a place for another one.
    private func hand(
      _ events: [DurableEvent], _ standing: DeliveryQueue.Standing,
      to handler: @escaping TransactionHandler, in group: inout DiscardingTaskGroup
    ) async {
      let place = freePlaces.withLock { $0.removeLast() }
      let end = Bell(on: timekeeper)
      group.addTask { [self] in
        await hand(events, standing, at: place, to: handler)
        freePlaces.withLock { $0.append(place) }
        end.ring()
        bell.ring()
      }
      await end.wait(for: Self.patience(events: events.count))
      while goesOn, freePlaces.withLock({ $0.isEmpty }) { await bell.wait(for: nil) }
    }

    private func read(after place: OutboxPlace, limit: Int, at now: Moment) async {
      do {
        let page = try await store.events(after: place, limit: limit)
        faults.note(page.faults, logger)
        queue.withLock { $0.learn(page, at: now) }
      } catch {
        logger.error("The outbox cannot be read.", metadata: ["error": "\(error)"])
        queue.withLock { $0.learn(nil, at: now) }
        await bell.wait(for: .seconds(1))
      }
    }

    private func readAgain(_ ticket: EventTicket) async {
      do {
        let event = try await store.event(ticket)
        queue.withLock { $0.relearn(event, of: ticket) }
      } catch DurableError.damaged(let text) {
        faults.note([DamagedRow(number: ticket.number, text: text)], logger)
        queue.withLock { $0.relearn(nil, of: ticket) }
      } catch {
        logger.error("The outbox cannot be read.", metadata: ["error": "\(error)"])
        let now = store.now
        queue.withLock { $0.couldNotRelearn(ticket, at: now) }
      }
    }

    /// Counts attempts before their handlers begin, unless they need not be. Returns the events whose handlers may begin;
    /// the others are handed out later.
    private func count(
      _ events: [DurableEvent], _ standing: DeliveryQueue.Standing
    ) async -> [DurableEvent] {
      if standing == .fresh { return events }
      let now = store.now
      let outcomes = queue.withLock { queue in
        events.map { event in
          EventOutcome(
            queue.counted(event.ticket, at: now), error: "the handler has not returned")
        }
      }
      do {
        let locked = Set(try await store.note(outcomes).map(\.outcome.ticket.number))
        for event in events where locked.contains(event.ticket.number) {
          note(event, error: DurableError.isLocked)
        }
        return events.filter { !locked.contains($0.ticket.number) }
      } catch {
        logger.error("The outbox cannot be written.", metadata: ["error": "\(error)"])
        // Several events may wait here at once, and a bell is for one.
        await Bell(on: timekeeper).wait(for: .seconds(1))
        queue.withLock { queue in
          for event in events { queue.putBack(event, isSuspect: false) }
        }
        return []
      }
    }

    private func hand(
      _ event: DurableEvent, _ standing: DeliveryQueue.Standing,
      to handler: @escaping @Sendable (DurableEvent) async throws -> Void
    ) async {
      if await count([event], standing).isEmpty { return bell.ring() }
      do {
        if queue.withLock({ $0.mayBegin(event.ticket) }) {
          try await call(handler, event)
          note(event, error: nil)
        }
      } catch is EventRelay.NotRead where !goesOn {
        // Nobody has read the event. It stays in the outbox.
        takeBackCount(of: event, standing)
      } catch is CancellationError where Task.isCancelled {
        // The handler was stopped. The event stays in the outbox.
        takeBackCount(of: event, standing)
      } catch {
        note(event, error: error)
      }
      bell.ring()
    }

    /// Calls a handler, and cancels it after its limit.
    private func call(
      _ handler: @escaping @Sendable (DurableEvent) async throws -> Void, _ event: DurableEvent
    ) async throws {
      guard let handlerLimit else { return try await handler(event) }
      let handling = Task { try await handler(event) }
      let isTooLate = Locked(false)
      let limit = timekeeper.schedule(after: handlerLimit) { [logger] _ in
        isTooLate.withLock { $0 = true }
        handling.cancel()
        logger.warning(
          "A handler takes too long, and is cancelled.", metadata: ["event": "\(event.id)"])
      }
      defer { timekeeper.cancel(limit) }
      do {
        try await withTaskCancellationHandler {
          try await handling.value
        } onCancel: {
          handling.cancel()
        }
      } catch {
        throw isTooLate.withLock { $0 } ? TooLate(limit: handlerLimit) : error
      }
    }

    private func takeBackCount(of event: DurableEvent, _ standing: DeliveryQueue.Standing) {
      if standing == .fresh { return }
      state.withLock { $0.outcomes.append(EventOutcome(.delayed(event.ticket))) }
      notingBell.ring()
    }

    /// Returns the events that can be handed out together with a first one.
    private func batch(
      from first: DurableEvent, _ standing: DeliveryQueue.Standing
    ) -> [DurableEvent] {
      queue.withLock { queue in
        var events = [first]
        while events.count < Self.batch, let event = queue.nextReady(like: standing) {
          events.append(event)
        }
        return events
      }
    }

    private func hand(
      _ events: [DurableEvent], _ standing: DeliveryQueue.Standing, at place: Int?,
      to handler: TransactionHandler
    ) async {
      let events = await count(events, standing)
      if events.isEmpty { return }
      do {
        let failures = try await handler(events, place)
        for event in events {
          let error = failures[event.ticket]
          if standing != .suspect, let error, DurableError(error).isConflict {
            // It waits for the lock where nobody waits for it.
            queue.withLock { $0.putBack(event, isSuspect: true) }
          } else {
            note(event, error: error, isWritten: true)
          }
        }
      } catch {
        logger.error("A transaction with handlers has failed.", metadata: ["error": "\(error)"])
        // The store may have failed, or a handler has ended the transaction. If it was alone, the attempt was counted.
        if standing == .suspect, let event = events.first { return note(event, error: error) }
        queue.withLock { queue in
          for event in events { queue.putBack(event, isSuspect: true) }
        }
      }
    }

    /// Decides what becomes of an event whose handler has returned.
    private func note(_ event: DurableEvent, error: (any Error)?, isWritten: Bool = false) {
      let now = store.now
      let result: DeliveryQueue.Return =
        switch error {
        case nil: .handled
        case let error? where DurableError(error).isConflict: .obstructed
        default: .failed
        }
      let outcome = queue.withLock { queue in
        queue.returned(event.ticket, result, at: now, random: .random(in: 0...1))
      }
      note(event, outcome, error: error.map { "\($0)" }, isWritten: isWritten)
    }

    private func note(
      _ event: DurableEvent, _ outcome: DeliveryQueue.Outcome, error: String?,
      isWritten: Bool = false
    ) {
      switch outcome {
      case .handled: metrics.wasHandled(due: Moment(event.due), at: store.now)
      case .delayed: metrics.failed(isGivenUp: false)
      case .givenUp:
        metrics.failed(isGivenUp: true)
        logger.error(
          "An event was given up.",
          metadata: ["event": "\(event.id)", "error": "\(error ?? "none")"])
      }
      if case .handled = outcome, isWritten { return }
      state.withLock {
        $0.outcomes.append(EventOutcome(outcome, error: error))
      }
      notingBell.ring()
    }
  }

  // MARK: - Writing

  extension Delivery {
    /// Writes what has become of events, until the last handler has returned. What came while a transaction was being
    /// written is written in the next one.
    func noteOutcomes() async {
      while true {
        let (outcomes, isOver) = state.withLock { state in
          defer { state.outcomes = [] }
          return (state.outcomes, state.isOver)
        }
        if outcomes.isEmpty {
          if isOver { return }
          await notingBell.wait(for: nil)
          continue
        }
        do {
          let locked = try await store.note(outcomes)
          if locked.isEmpty { continue }
          // What is locked is handed out again by the next process, with the same id.
          if isOver { return }
          state.withLock { $0.outcomes = locked + $0.outcomes }
          await notingBell.wait(for: .milliseconds(50))
        } catch {
          logger.error("The outbox cannot be written.", metadata: ["error": "\(error)"])
          // What is not written is handed out again by the next process, with the same id.
          if isOver { return }
          // Without what the handlers have said, in case that is what the database cannot store.
          let outcomes = outcomes.map { EventOutcome($0.outcome) }
          state.withLock { $0.outcomes = outcomes + $0.outcomes }
          await notingBell.wait(for: .seconds(1))
        }
      }
    }
  }
#endif

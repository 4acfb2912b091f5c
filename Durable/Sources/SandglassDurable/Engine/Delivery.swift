#if DURABLE
  import Logging
  import Sandglass
  import SandglassCore

  /// What hands an event to the user.
  enum EventReceiver: Sendable {
    /// A handler outside a transaction. The event is acknowledged when it returns.
    case closure(@Sendable (DurableEvent) async throws -> Void)

    /// Hands events to a handler in a transaction of the store, in which they also leave the outbox. Returns the errors
    /// of those that have failed.
    case transaction(
      @Sendable ([DurableEvent]) async throws(DurableError) -> [EventTicket: any Error])
  }

  /// Hands the events of the outbox to the user, and writes what has become of them.
  final class Delivery: Sendable {
    private let store: any DurableStore
    private let timekeeper: Timekeeper
    private let logger: Logger
    private let metrics = DurableMetrics()
    private let receiver: EventReceiver
    private let queue: Locked<DeliveryQueue>
    private let bell: Bell
    private let notingBell: Bell
    private let state = Locked(State())

    private struct State {
      var isStopped = false
      var isOver = false
      var outcomes: [EventOutcome] = []
    }

    /// How many events a transaction hands out.
    private static let batch = 100

    init(
      _ store: any DurableStore, on timekeeper: Timekeeper, logger: Logger,
      options: DurableOptions, receiver: EventReceiver, handlersAtOnce: Int
    ) {
      self.store = store
      self.timekeeper = timekeeper
      self.logger = logger
      self.receiver = receiver
      let atOnce = if case .transaction = receiver { Self.batch } else { handlersAtOnce }
      queue = Locked(DeliveryQueue(options.retries, atOnce: atOnce))
      bell = Bell(on: timekeeper)
      notingBell = Bell(on: timekeeper)
    }

    /// Notes that events were added to the outbox.
    func mayRead() {
      queue.withLock { $0.mayRead() }
      bell.ring()
    }

    /// Notes what the node runs.
    func hold(_ renewal: Renewal) {
      queue.withLock { queue in
        queue.hold(renewal.shards)
        if renewal.mayHaveEvents { queue.mayRead() }
      }
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
        let events = await attempt { () throws(DurableError) in
          try await store.events(after: place, limit: limit)
        }
        queue.withLock { $0.learn(events, at: now) }
        if events == nil { await bell.wait(for: .seconds(1)) }
      case .readAgain(let ticket):
        let event = await attempt { () throws(DurableError) in try await store.event(ticket) }
        queue.withLock { $0.relearn(event ?? nil, of: ticket) }
      case .deliver(let event):
        switch receiver {
        case .closure(let handler): group.addTask { await self.hand(event, to: handler) }
        case .transaction(let handler): await hand(batch(from: event, at: now), to: handler)
        }
      }
    }

    private func attempt<Result>(
      _ body: () async throws(DurableError) -> Result
    ) async -> Result? {
      do {
        return try await body()
      } catch {
        logger.error("The outbox cannot be read.", metadata: ["error": "\(error)"])
        return nil
      }
    }

    private func hand(
      _ event: DurableEvent, to handler: @Sendable (DurableEvent) async throws -> Void
    ) async {
      do {
        if queue.withLock({ $0.mayBegin(event.ticket) }) {
          try await handler(event)
          note(event, error: nil)
        }
      } catch is EventRelay.NotRead where !goesOn {
        // Nobody has read the event. It stays in the outbox.
      } catch is CancellationError where Task.isCancelled {
        // The handler was stopped. The event stays in the outbox.
      } catch {
        note(event, error: error)
      }
      bell.ring()
    }

    /// Returns the events that can be handed out together with a first one.
    private func batch(from first: DurableEvent, at now: Moment) -> [DurableEvent] {
      queue.withLock { queue in
        var events = [first]
        while events.count < Self.batch, let event = queue.nextReady() { events.append(event) }
        return events
      }
    }

    private func hand(
      _ events: [DurableEvent],
      to handler: ([DurableEvent]) async throws(DurableError) -> [EventTicket: any Error]
    ) async {
      do {
        let failures = try await handler(events)
        for event in events { note(event, error: failures[event.ticket], isWritten: true) }
      } catch {
        // The store has failed, not the handler.
        logger.error("The store has failed.", metadata: ["error": "\(error)"])
        await bell.wait(for: .seconds(1))
        queue.withLock { queue in
          for event in events { queue.putBack(event) }
        }
      }
    }

    /// Decides what becomes of an event whose handler has returned.
    private func note(_ event: DurableEvent, error: (any Error)?, isWritten: Bool = false) {
      let now = store.now
      let outcome = queue.withLock { queue in
        queue.returned(
          event.ticket, hasFailed: error != nil, at: now, random: .random(in: 0...1))
      }
      switch outcome {
      case .handled: metrics.wasHandled(due: Moment(event.due), at: now)
      case .delayed: metrics.failed(isGivenUp: false)
      case .givenUp:
        metrics.failed(isGivenUp: true)
        logger.error(
          "An event was given up.",
          metadata: ["event": "\(event.id)", "error": "\(error.map { "\($0)" } ?? "none")"])
      }
      if case .handled = outcome, isWritten { return }
      state.withLock {
        $0.outcomes.append(EventOutcome(outcome, error: error.map { "\($0)" }))
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
          try await store.note(outcomes)
        } catch {
          logger.error("The outbox cannot be written.", metadata: ["error": "\(error)"])
          // What is not written is handed out again by the next process, with the same id.
          if isOver { return }
          state.withLock { $0.outcomes = outcomes + $0.outcomes }
          await notingBell.wait(for: .seconds(1))
        }
      }
    }
  }
#endif

#if DURABLE
  import Logging
  import Sandglass
  public import SandglassCore
  import SandglassLedger
  public import ServiceLifecycle

  /// Countdowns that outlive the process and the machine.
  ///
  /// ```swift
  /// let store = try SQLiteStore(path: "reservations.sqlite")
  /// let countdowns = DurableCountdowns(store) { event in
  ///   print("\(event.countdown) has ended")
  /// }
  /// try await countdowns.start("seat-17", for: .seconds(600))
  /// try await countdowns.run()
  /// ```
  ///
  /// Each countdown is a row of the database. When its time has come, the library changes the row and adds an event to
  /// an outbox, in one transaction, and then hands the event to your handler. The event leaves the outbox when the
  /// handler has returned. So each countdown fires once, and each event is handed out at least once, whatever dies. If
  /// it is handed out again, it has the same id.
  ///
  /// The clock of the database is the only clock: nothing fires before its due instant by that clock. Of the same clock,
  /// countdowns know only what it shows. If it is set, deadlines come earlier or later by as much.
  ///
  /// Every method may be called from any task, before, during and after ``run()``. What is due while nothing runs is
  /// fired by the next run, with its own due instant.
  public final class DurableCountdowns: Sendable {
    let store: any DurableStore
    private let timekeeper: Timekeeper
    private let options: DurableOptions
    let logger: Logger
    private let relay: EventRelay?
    private let delivery: Delivery
    private let firing: Firing
    private let membership: Membership
    private let pruningBell, measuringBell: Bell
    private let run = Locked((hasBegun: false, isStopped: false, hasEnded: false))

    init(
      _ store: any DurableStore, on timekeeper: Timekeeper, options: DurableOptions,
      logger: Logger, receiver: EventReceiver, relay: EventRelay? = nil
    ) {
      self.store = store
      self.timekeeper = timekeeper
      self.options = options
      self.logger = logger
      self.relay = relay
      let delivery = Delivery(
        store, on: timekeeper, logger: logger, options: options, receiver: receiver,
        handlersAtOnce: relay == nil ? options.handlersAtOnce : 1,
        handlerLimit: relay == nil ? options.handlerLimit : nil)
      self.delivery = delivery
      let firing = Firing(store, on: timekeeper, logger: logger) { delivery.mayRead() }
      self.firing = firing
      membership = Membership(store, on: timekeeper, logger: logger) { shards in
        firing.hold(shards)
        delivery.hold(shards)
      } learn: { news in
        firing.learn(news)
        if news.mayHaveEvents { delivery.mayRead() }
      }
      pruningBell = Bell(on: timekeeper)
      measuringBell = Bell(on: timekeeper)
    }

    /// The events, for one reader. Empty if the countdowns were created with a handler.
    public var events: DurableEvents { DurableEvents(relay: relay ?? EventRelay(isClosed: true)) }
  }

  // MARK: - Changing countdowns

  extension DurableCountdowns {
    /// Starts a countdown of a duration.
    ///
    /// - Parameters:
    ///   - id: The id, with 1 to 200 bytes. A countdown that has ended may be started again.
    ///   - duration: The duration, up to 36,525 days.
    ///   - milestones: The milestones at which there is an event, up to 100.
    ///   - payload: What every event of the run carries, up to 65,536 bytes. It is stored as it is, for anyone who can
    ///     read the database.
    ///   - key: Identifies this request, with 1 to 200 bytes. Calls with the same key are done once. Nil if each is done.
    ///   - version: The version that the countdown must have; 0 if it must be new; nil for any.
    /// - Returns: The countdown.
    /// - Throws: `refused` if it is running or paused. Otherwise what ``DurableError`` describes.
    @discardableResult
    public func start(
      _ id: String, for duration: Duration, milestones: [Milestone] = [], payload: [UInt8] = [],
      key: String? = nil, ifVersion version: Int? = nil
    ) async throws(DurableError) -> DurableCountdown {
      try await perform(
        DurableStart(
          id, for: duration, milestones: milestones, payload: payload, key: key, ifVersion: version
        )
        .request)
    }

    /// Starts a countdown to an instant. If that has passed, the countdown finishes at once.
    ///
    /// The parameters other than `end` are those of ``start(_:for:milestones:payload:key:ifVersion:)``.
    @discardableResult
    public func start(
      _ id: String, until end: WallMoment, milestones: [Milestone] = [], payload: [UInt8] = [],
      key: String? = nil, ifVersion version: Int? = nil
    ) async throws(DurableError) -> DurableCountdown {
      try await perform(
        DurableStart(
          id, until: end, milestones: milestones, payload: payload, key: key, ifVersion: version
        )
        .request)
    }

    /// Starts a countdown that goes through phases, up to 1,000 in all rounds.
    ///
    /// The parameters other than `plan` are those of ``start(_:for:milestones:payload:key:ifVersion:)``.
    @discardableResult
    public func start(
      _ id: String, phases plan: PhasePlan, milestones: [Milestone] = [], payload: [UInt8] = [],
      key: String? = nil, ifVersion version: Int? = nil
    ) async throws(DurableError) -> DurableCountdown {
      try await perform(
        DurableStart(
          id, phases: plan, milestones: milestones, payload: payload, key: key, ifVersion: version
        )
        .request)
    }

    /// Starts many countdowns, each by itself, in as few transactions and trips to the server as possible.
    ///
    /// To start all or none, start them in one transaction of your own; see ``DurableTransaction``.
    ///
    /// - Parameter starts: The countdowns to start.
    /// - Returns: For each, in order, the countdown or why it was not started.
    public func start(
      _ starts: [DurableStart]
    ) async -> [Result<DurableCountdown, DurableError>] {
      await withTaskGroup { group in
        for (place, start) in starts.enumerated() {
          group.addTask { () async -> (Int, Result<DurableCountdown, DurableError>) in
            do throws(DurableError) {
              return (place, .success(try await self.perform(start.request)))
            } catch {
              return (place, .failure(error))
            }
          }
        }
        var results = [Result<DurableCountdown, DurableError>?](repeating: nil, count: starts.count)
        for await (place, result) in group { results[place] = result }
        return results.compactMap { $0 }
      }
    }

    /// Pauses a running countdown, which keeps its remaining time. Throws `refused` otherwise.
    @discardableResult
    public func pause(
      _ id: String, key: String? = nil, ifVersion version: Int? = nil
    ) async throws(DurableError) -> DurableCountdown {
      try await perform(.pause, id, key, version)
    }

    /// Resumes a paused countdown. Throws `refused` otherwise.
    @discardableResult
    public func resume(
      _ id: String, key: String? = nil, ifVersion version: Int? = nil
    ) async throws(DurableError) -> DurableCountdown {
      try await perform(.resume(), id, key, version)
    }

    /// Adds to the remaining time of a running or paused countdown, or takes from it if `duration` is negative. If none
    /// remains, the countdown finishes, or its phase ends. Throws `refused` otherwise.
    @discardableResult
    public func extend(
      _ id: String, by duration: Duration, key: String? = nil, ifVersion version: Int? = nil
    ) async throws(DurableError) -> DurableCountdown {
      try await perform(.extend(by: duration), id, key, version)
    }

    /// Moves the end of a countdown or, with phases, of its current phase. One that is paused stays paused. If one has
    /// finished and the new end lies ahead, another run begins, with its own finish. Throws `refused` if it was cancelled,
    /// or if both ends have passed.
    @discardableResult
    public func moveEnd(
      of id: String, to end: WallMoment, key: String? = nil, ifVersion version: Int? = nil
    ) async throws(DurableError) -> DurableCountdown {
      try await perform(.moveEnd(to: end, after: nil), id, key, version)
    }

    /// Ends the current phase of a running or paused countdown. Throws `refused` otherwise, or without phases.
    @discardableResult
    public func skip(
      _ id: String, key: String? = nil, ifVersion version: Int? = nil
    ) async throws(DurableError) -> DurableCountdown {
      try await perform(.skip, id, key, version)
    }

    /// Cancels a running or paused countdown. Throws `refused` otherwise.
    ///
    /// When this returns, no handler is called with an event of the run any more. One that was called before, with a
    /// milestone or the end of a phase, may still be in progress. The finish itself has either come before, and then this
    /// throws, or never comes.
    @discardableResult
    public func cancel(
      _ id: String, key: String? = nil, ifVersion version: Int? = nil
    ) async throws(DurableError) -> DurableCountdown {
      try await perform(.cancel, id, key, version)
    }

    /// Returns a countdown; nil if there is none with this id.
    public func countdown(_ id: String) async throws(DurableError) -> DurableCountdown? {
      try await store.stored(id).map { DurableCountdown($0, at: store.now) }
    }

    private func perform(
      _ operation: CountdownOperation, _ id: String, _ key: String?, _ version: Int?
    ) async throws(DurableError) -> DurableCountdown {
      try await perform(DurableRequest(operation, id, key: key, version: version))
    }

    private func perform(
      _ request: DurableRequest
    ) async throws(DurableError) -> DurableCountdown {
      let answer = try await store.perform(request.traced())
      note(answer)
      return DurableCountdown(answer.stored, at: answer.moment)
    }

    /// Tells the engine of a change that has been committed.
    func note(_ answer: DurableAnswer) { note(answer, leaving: answer.stored) }

    /// Tells the engine of a change that was made in a transaction of the user's, and of what that has left behind: the
    /// change may have been undone in it, and others may have followed.
    func note(_ answer: DurableAnswer, leaving stored: StoredCountdown) {
      guard let change = answer.change else { return }
      let row = stored.row
      if let run = change.withdrawn, row.state == .idle || row.record.run != run {
        delivery.withdraw(run: run, of: row.number)
        relay?.withdraw(run: run, of: row.number)
      }
      firing.learn(row)
      if !change.events.isEmpty { delivery.mayRead() }
    }
  }

  // MARK: - Running

  extension DurableCountdowns: Service {
    /// Fires what is due and hands out events, until the task is cancelled, ``stop()`` is called, or the service group
    /// is shut down gracefully.
    ///
    /// It returns when the handlers that have begun have returned, and what they have handled is on disk. Cancelling
    /// the task cancels them. The other two let them come to their end.
    ///
    /// - Throws: `DurableError.invalid` if it is called twice.
    public func run() async throws {
      try await withGracefulShutdownHandler {
        try await runUntilStopped()
      } onGracefulShutdown: {
        self.stop()
      }
    }

    private func runUntilStopped() async throws(DurableError) {
      let hasBegun = run.withLock { run in
        defer { run.hasBegun = true }
        return run.hasBegun
      }
      if hasBegun { throw .invalid("the countdowns have been run; accepted: one run") }
      await withTaskCancellationHandler {
        await withTaskGroup { group in
          group.addTask { await self.firing.readAhead() }
          group.addTask { await self.firing.fireDue() }
          group.addTask { await self.delivery.deliver() }
          group.addTask { await self.delivery.noteOutcomes() }
          group.addTask { await self.prune() }
          group.addTask { await self.measure() }
          group.addTask { await self.membership.renew() }
          group.addTask { await self.membership.listen() }
        }
        run.withLock { $0.hasEnded = true }
        await membership.leave()
      } onCancel: {
        stop()
      }
    }

    /// Ends ``run()`` as soon as the handlers that have begun have returned. There is no other run after it. A server that
    /// does not answer holds it up for 2 s at most, and for 5 s more if a connection is being made.
    public func stop() {
      let isRunning = run.withLock { run in
        run.isStopped = true
        return run.hasBegun && !run.hasEnded
      }
      // Afterwards, another one may run on the same store.
      if isRunning { store.stop() }
      firing.stop()
      delivery.stop()
      membership.stop()
      relay?.close()
      pruningBell.ring()
      measuringBell.ring()
    }

    private var goesOn: Bool { !run.withLock { $0.isStopped } && !Task.isCancelled }

    /// Reports how much is in the outbox.
    private func measure() async {
      let metrics = DurableMetrics()
      await repeatedly(every: .seconds(10), at: measuringBell) {
        // If the store fails, others say so.
        if let depth = try? await store.outboxDepth() { metrics.waits(depth, at: store.now) }
      }
    }

    /// Removes what has been over for long.
    private func prune() async {
      await repeatedly(every: min(.seconds(300), options.keeping / 10), at: pruningBell) {
        do {
          try await store.prune(before: store.now - options.keeping)
        } catch {
          logger.error("The store cannot be pruned.", metadata: ["error": "\(error)"])
        }
      }
    }

    /// Calls a body at once, and again whenever an interval has passed since it returned, until the run is stopped.
    private func repeatedly(
      every interval: Duration, at bell: Bell, _ body: () async -> Void
    ) async {
      var next = timekeeper.now
      while goesOn {
        guard timekeeper.now >= next else {
          await bell.wait(for: next - timekeeper.now)
          continue
        }
        await body()
        next = timekeeper.now + interval
      }
    }
  }
#endif

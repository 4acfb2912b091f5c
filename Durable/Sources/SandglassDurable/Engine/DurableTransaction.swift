#if DURABLE
  public import SandglassCore
  import SandglassLedger

  /// Durable countdowns inside a transaction of your own: what is done here is on disk if and only if what you write there
  /// is.
  ///
  /// ```swift
  /// try await store.database.write { database in
  ///   try countdowns.in(database).cancel("seat-17")
  ///   try database.execute(sql: "UPDATE seats SET state = 'sold' WHERE id = 'seat-17'")
  /// }
  /// ```
  ///
  /// Each method does what that of ``DurableCountdowns`` with the same name does. When one throws, let the transaction fail:
  /// the database may have ended it. `invalid`, `unknown`, `refused`, `otherVersion` and `keyUsed` have changed nothing.
  ///
  /// Use it only inside the transaction.
  public struct DurableTransaction {
    typealias Note = @Sendable (StoredCountdown?) -> Void
    typealias WhenCommitted = (_ id: String?, @escaping Note) -> Void

    private let tables: any DurableTables
    private let moment: Moment

    /// Calls its argument when the transaction is on disk, with what it has left of a countdown, unless the id is nil.
    private let whenCommitted: WhenCommitted
    private let countdowns: DurableCountdowns

    init(
      of countdowns: DurableCountdowns, _ tables: any DurableTables, at moment: Moment,
      whenCommitted: @escaping WhenCommitted
    ) {
      self.countdowns = countdowns
      self.tables = tables
      self.moment = moment
      self.whenCommitted = whenCommitted
    }

    /// Starts a countdown; see ``DurableCountdowns/start(_:for:milestones:payload:key:ifVersion:)``.
    @discardableResult
    public func start(
      _ id: String, for duration: Duration, milestones: [Milestone] = [], payload: [UInt8] = [],
      key: String? = nil, ifVersion version: Int? = nil
    ) throws(DurableError) -> DurableCountdown {
      try start(
        DurableStart(
          id, for: duration, milestones: milestones, payload: payload, key: key, ifVersion: version)
      )
    }

    /// Starts a countdown to an instant; see ``DurableCountdowns/start(_:until:milestones:payload:key:ifVersion:)``.
    @discardableResult
    public func start(
      _ id: String, until end: WallMoment, milestones: [Milestone] = [], payload: [UInt8] = [],
      key: String? = nil, ifVersion version: Int? = nil
    ) throws(DurableError) -> DurableCountdown {
      try start(
        DurableStart(
          id, until: end, milestones: milestones, payload: payload, key: key, ifVersion: version))
    }

    /// Starts a countdown through phases; see ``DurableCountdowns/start(_:phases:milestones:payload:key:ifVersion:)``.
    @discardableResult
    public func start(
      _ id: String, phases plan: PhasePlan, milestones: [Milestone] = [], payload: [UInt8] = [],
      key: String? = nil, ifVersion version: Int? = nil
    ) throws(DurableError) -> DurableCountdown {
      try start(
        DurableStart(
          id, phases: plan, milestones: milestones, payload: payload, key: key, ifVersion: version))
    }

    /// Starts a countdown.
    @discardableResult
    public func start(_ start: DurableStart) throws(DurableError) -> DurableCountdown {
      try perform(start.request)
    }

    /// Pauses a running countdown; see ``DurableCountdowns/pause(_:key:ifVersion:)``.
    @discardableResult
    public func pause(
      _ id: String, key: String? = nil, ifVersion version: Int? = nil
    ) throws(DurableError) -> DurableCountdown {
      try perform(DurableRequest(.pause, id, key: key, version: version))
    }

    /// Resumes a paused countdown; see ``DurableCountdowns/resume(_:key:ifVersion:)``.
    @discardableResult
    public func resume(
      _ id: String, key: String? = nil, ifVersion version: Int? = nil
    ) throws(DurableError) -> DurableCountdown {
      try perform(DurableRequest(.resume(), id, key: key, version: version))
    }

    /// Adds to the remaining time, or takes from it; see ``DurableCountdowns/extend(_:by:key:ifVersion:)``.
    @discardableResult
    public func extend(
      _ id: String, by duration: Duration, key: String? = nil, ifVersion version: Int? = nil
    ) throws(DurableError) -> DurableCountdown {
      try perform(DurableRequest(.extend(by: duration), id, key: key, version: version))
    }

    /// Moves the end; see ``DurableCountdowns/moveEnd(of:to:key:ifVersion:)``.
    @discardableResult
    public func moveEnd(
      of id: String, to end: WallMoment, key: String? = nil, ifVersion version: Int? = nil
    ) throws(DurableError) -> DurableCountdown {
      try perform(DurableRequest(.moveEnd(to: end, after: nil), id, key: key, version: version))
    }

    /// Ends the current phase; see ``DurableCountdowns/skip(_:key:ifVersion:)``.
    @discardableResult
    public func skip(
      _ id: String, key: String? = nil, ifVersion version: Int? = nil
    ) throws(DurableError) -> DurableCountdown {
      try perform(DurableRequest(.skip, id, key: key, version: version))
    }

    /// Cancels a countdown, so that it never ends if and only if what you write is kept. When the transaction is on disk,
    /// everything is as after ``DurableCountdowns/cancel(_:key:ifVersion:)``.
    @discardableResult
    public func cancel(
      _ id: String, key: String? = nil, ifVersion version: Int? = nil
    ) throws(DurableError) -> DurableCountdown {
      try perform(DurableRequest(.cancel, id, key: key, version: version))
    }

    /// Returns a countdown as the transaction sees it; nil if there is none with this id. Nobody else changes it before the
    /// transaction ends.
    public func countdown(_ id: String) throws(DurableError) -> DurableCountdown? {
      do {
        return try tables.locked(id).map { DurableCountdown($0, at: moment) }
      } catch {
        throw DurableError(error)
      }
    }

    private func perform(_ request: DurableRequest) throws(DurableError) -> DurableCountdown {
      do {
        let answer = try tables.perform(request.traced(), at: moment)
        whenCommitted(request.operation.isStart ? nil : request.id) { [countdowns] stored in
          countdowns.note(answer, leaving: stored ?? answer.stored)
        }
        return DurableCountdown(answer.stored, at: answer.moment)
      } catch {
        throw DurableError(error)
      }
    }
  }
#endif

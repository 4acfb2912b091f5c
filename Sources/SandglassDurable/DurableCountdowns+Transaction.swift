#if SQLITE
  public import GRDB
  public import SandglassCore
  public import SandglassDurableCore

  extension DurableCountdowns {
    /// Starts a countdown in a transaction of your own, so that it exists if and only if what you write there does.
    ///
    /// - Parameters:
    ///   - id: The id, with 1 to 200 bytes. A countdown that has ended may be started again.
    ///   - duration: The duration, up to 36,525 days.
    ///   - milestones: The remaining times at which there is an event, up to 100.
    ///   - payload: What every event of the run carries, up to 65,536 bytes.
    ///   - key: Identifies this request, with 1 to 200 bytes. Calls with the same key are done once. Nil if each is done.
    ///   - database: The database of the store, in a transaction. It is also what a handler in a transaction is given.
    /// - Returns: The countdown.
    /// - Throws: What ``start(_:for:milestones:payload:key:ifVersion:)`` throws. Let the transaction fail then.
    @discardableResult
    public func start(
      _ id: String, for duration: Duration, milestones: [Duration] = [], payload: [UInt8] = [],
      key: String? = nil, in database: Database
    ) throws(DurableError) -> DurableCountdown {
      let course = DurableCourse(.duration(duration), milestones: milestones)
      return try start(
        DurableRequest(.start(course), id, payload: payload, key: key, version: nil), in: database)
    }

    /// Starts a countdown to an instant in a transaction of your own.
    ///
    /// The parameters other than `end` are those of ``start(_:for:milestones:payload:key:in:)``.
    @discardableResult
    public func start(
      _ id: String, until end: WallMoment, milestones: [Duration] = [], payload: [UInt8] = [],
      key: String? = nil, in database: Database
    ) throws(DurableError) -> DurableCountdown {
      let course = DurableCourse(.end(end), milestones: milestones)
      return try start(
        DurableRequest(.start(course), id, payload: payload, key: key, version: nil), in: database)
    }

    private func start(
      _ request: DurableRequest, in database: Database
    ) throws(DurableError) -> DurableCountdown {
      guard database.isInsideTransaction else {
        throw .invalid("the database is in no transaction; accepted: inside `database.write`")
      }
      do {
        let answer = try SQLiteTables(database).perform(request, at: store.now)
        // If a savepoint undoes the start, this tells the engine of a row that is not there, which does no harm.
        database.afterNextTransaction { _ in self.note(answer) }
        return DurableCountdown(answer.stored, at: answer.moment)
      } catch {
        throw DurableError(error)
      }
    }
  }
#endif

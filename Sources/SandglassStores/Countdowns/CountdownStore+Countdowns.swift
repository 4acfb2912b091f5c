public import Sandglass
public import SandglassCore
public import SandglassLedger

extension CountdownStore {
  /// Returns the countdown that is kept under an id, or a new one.
  ///
  /// ```swift
  /// let focus = store.countdown("focus", startingFrom: .seconds(25 * 60))
  /// ```
  ///
  /// Each timekeeper has at most one countdown for each record. While that countdown exists, every call returns it, so
  /// a SwiftUI view can make this call in an initialiser that runs repeatedly. If a call requests a different target or
  /// different options, ``Countdown/refusedOptions`` contains them.
  ///
  /// If there is no such countdown, the store is read before this returns. A recorded run continues with its total and
  /// its deadline, and with these `options`, if there are any. A later start counts down from the duration of the latest
  /// one, which is in the record. If it is not `duration`, ``Countdown/refusedOptions`` says so. If the store cannot be
  /// read, the countdown is idle, and ``Countdown/storeError`` contains the reason. ``Timekeeper/refresh()`` reads it
  /// again.
  ///
  /// This call writes nothing, unless the label is a different one. A damaged record is set aside. Any process may change
  /// the countdown, and the others show the change. The record is removed when the countdown is cancelled or discarded,
  /// and when its finish has been handled. With ``CountdownOptions/keepsRecord``, it is removed only when the countdown is
  /// discarded.
  ///
  /// A milestone, the end of a phase or a finish that becomes due is pending in the record, even if no process is
  /// running the countdown. It is delivered to all receivers that are bound at that time, or else soon after one is
  /// bound, and leaves the record when a receiver has handled it. A finish is handled when one of the following has
  /// happened:
  ///
  /// - A closure that is bound to the finish, to the end or to changes has returned.
  /// - A call to ``Countdown/finished()`` has received the end.
  /// - A reader has reached the end of the sequence ``Countdown/readings``.
  ///
  /// Of several processes, one delivers each event. <doc:KeepingCountdowns> contains the details.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - duration: The duration that each start counts down from, if there is no record. If it is zero or less, the
  ///     countdown finishes immediately when it is started.
  ///   - options: How the countdown counts, and what it reports; nil for the options in the record, or the standard ones
  ///     if none is found.
  ///   - label: The label to display in lists of records; nil to use the label in the record. The latest call wins.
  /// - Returns: The timekeeper's only countdown for the record.
  public func countdown(
    _ id: String,
    startingFrom duration: Duration,
    options: CountdownOptions? = nil,
    label: String? = nil
  ) -> Countdown {
    KeptRequest(id, in: self, label: label)
      .countdown(towards: .duration(duration), options: options)
  }

  /// Returns the countdown that is kept under an id, or a new one that counts down to a wall-clock time.
  ///
  /// This is the same as ``countdown(_:startingFrom:options:label:)``, but with a wall-clock time as the target. If there
  /// is a record, its end stays. ``Countdown/moveEnd(to:)-(WallMoment)`` moves it.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - end: When the countdown finishes. If it is started later, it finishes immediately.
  ///   - options: How the countdown counts, and what it reports; nil for the options in the record, or the standard ones
  ///     if none is found.
  ///   - label: The label to display in lists of records; nil to use the label in the record. The latest call wins.
  /// - Returns: The timekeeper's only countdown for the record.
  public func countdown(
    _ id: String,
    until end: WallMoment,
    options: CountdownOptions? = nil,
    label: String? = nil
  ) -> Countdown {
    KeptRequest(id, in: self, label: label)
      .countdown(towards: .wall(end), options: options)
  }

  /// Returns the countdown that is kept under an id, or a new one that counts down to the next of the times on the
  /// wall clock.
  ///
  /// The record contains the end of the run, and not the times. If that end has passed while no process ran the
  /// countdown, it has finished, and ``Countdown/restart()`` counts down to the next time from now. If the end still
  /// lies ahead, but another time is the next now, the end moves there.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - times: The times. If none are left, the countdown has 584 years left.
  ///   - options: How the countdown counts, and what it reports; nil for the options in the record, or the standard ones
  ///     if none is found.
  ///   - label: The label to display in lists of records; nil to use the label in the record. The latest call wins.
  /// - Returns: The timekeeper's only countdown for the record.
  public func countdown(
    _ id: String,
    untilNext times: WallTimes,
    options: CountdownOptions? = nil,
    label: String? = nil
  ) -> Countdown {
    let countdown = KeptRequest(id, in: self, label: label)
      .countdown(towards: nil, options: options)
    countdown.count(toNextOf: times)
    return countdown
  }

  /// Returns the countdown that is kept under an id, or a new one that runs through phases.
  ///
  /// This is the same as ``countdown(_:startingFrom:options:label:)``, but with phases as the target. A recorded run
  /// continues in the phase that it has reached, with the phases in its record.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - phases: The phases of one round.
  ///   - rounds: The number of rounds.
  ///   - options: The unit, the rounding, the milestones of each phase, and whether overtime is counted after the last
  ///     phase; nil for the options in the record, or the standard ones
  ///     if none is found.
  ///   - label: The label to display in lists of records; nil to use the label in the record. The latest call wins.
  /// - Returns: The timekeeper's only countdown for the record.
  public func countdown(
    _ id: String,
    phases: [Phase],
    rounds: Int = 1,
    options: CountdownOptions? = nil,
    label: String? = nil
  ) -> Countdown {
    KeptRequest(id, in: self, label: label)
      .countdown(towards: .phases(PhasePlan(phases, rounds: rounds)), options: options)
  }

  /// Returns the countdown that is kept under an id; nil if there is none.
  ///
  /// This is for callers that do not know the target. The target, the options and the label come from the record.
  /// Otherwise this is the same as ``countdown(_:startingFrom:options:label:)``. ``Countdown/restoration`` is the state
  /// that was found in the store.
  ///
  /// - Parameter id: The id of the record. Ids are compared by their UTF-8 bytes.
  /// - Returns: The timekeeper's only countdown for the record; nil if there is no record.
  /// - Throws: The store's error, if there is a record that cannot be read.
  public func countdown(_ id: String) throws(CountdownStoreError) -> Countdown? {
    try KeptRequest(id, in: self, label: nil).countdown()
  }

  /// Returns the current state of a kept countdown, for code that only displays it, such as a widget. Returns nil if
  /// there is no record.
  ///
  /// This does not create a countdown or write anything. It reads the store once, and does not wait for other
  /// processes.
  ///
  /// - Parameter id: The id of the record.
  /// - Returns: The current state of the countdown, and its certainty.
  /// - Throws: The store's error, if there is a record that cannot be read.
  public func look(at id: String) throws(CountdownStoreError) -> RestoredCountdown? {
    guard let record = try countdownRecords.read(id) else { return nil }
    return record.restored(
      at: timekeeper.instant(at: timekeeper.now, boot: timekeeper.bootIdentity))
  }

  /// Returns all countdowns of the store, in the order in which they were first started, or into which a board has
  /// moved them.
  ///
  /// This calls ``countdown(_:)`` for each id. A record that cannot be read yields a failure after the others, and does
  /// not affect them.
  ///
  /// - Returns: For each id, a countdown or the error that prevented reading its record.
  /// - Throws: The store's error, if the store cannot list its ids.
  public func countdowns() throws(CountdownStoreError) -> [(
    id: String, result: Result<Countdown, CountdownStoreError>
  )] {
    var countdowns: [(id: String, countdown: Countdown)] = []
    var failures: [(id: String, result: Result<Countdown, CountdownStoreError>)] = []
    for id in try countdownRecords.ids() {
      do throws(CountdownStoreError) {
        if let countdown = try countdown(id) {
          countdowns.append((id, countdown))
        }
      } catch {
        failures.append((id, .failure(error)))
      }
    }
    let places = timekeeper.withLock { countdowns.map { $0.countdown.place } }
    let ordered = zip(countdowns, places).sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }
    return ordered.map { ($0.0.id, .success($0.0.countdown)) } + failures
  }
}

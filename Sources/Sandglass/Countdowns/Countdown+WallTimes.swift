public import SandglassCore

extension Countdown {
  /// Creates a countdown to the next of the times on the wall clock, such as the next half minute.
  ///
  /// Each start chooses the next time, so ``restart()`` in a closure for the finish counts down to one after another:
  ///
  /// ```swift
  /// let code = Countdown(untilNext: .multiples(of: .seconds(30)), on: timekeeper)
  /// code.onFinish(with: screen) { screen in
  ///   screen.renewCode()
  ///   code.restart()
  /// }
  /// ```
  ///
  /// If another time becomes the next during a run, because the clock was set back or the times have changed, the end
  /// moves there. If the end has been moved in another way, by ``extend(by:)`` or after a pause, it stays.
  ///
  /// - Parameters:
  ///   - times: The times. If none are left, the countdown has 584 years left.
  ///   - options: The unit, the rounding, the milestones and whether overtime is counted.
  ///   - timekeeper: The timekeeper to run on.
  public convenience init(
    untilNext times: WallTimes,
    options: CountdownOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(until: timekeeper.wallNow, options: options, on: timekeeper)
    change { core, now, state in core.count(self, toNextOf: times, at: now, in: &state) }
  }

  /// Returns the countdown that a store keeps under an id, or a new one that counts down to the next of the times on the
  /// wall clock.
  ///
  /// The record contains the end of the run, and not the times. If that end has passed while no process ran the
  /// countdown, it has finished, and ``restart()`` counts down to the next time from now. If the end still lies ahead,
  /// but another time is the next now, the end moves there.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - store: The store of the record.
  ///   - times: The times. If none are left, the countdown has 584 years left.
  ///   - options: The unit, the rounding, the milestones and whether overtime is counted.
  ///   - label: The label to display in lists of records; nil to use the label in the record. The latest call wins.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: This timekeeper's only countdown for the record.
  public static func kept(
    _ id: String,
    in store: any CountdownStore,
    untilNext times: WallTimes,
    options: CountdownOptions = .standard,
    label: String? = nil,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    let end = times.next(after: timekeeper.wallNow) ?? CountdownCore.never
    let countdown = kept(id, in: store, until: end, options: options, label: label, on: timekeeper)
    countdown.change { core, now, state in
      core.count(countdown, toNextOf: times, at: now, in: &state)
    }
    return countdown
  }
}

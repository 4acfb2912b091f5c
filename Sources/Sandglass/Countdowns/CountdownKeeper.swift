import SandglassCore

/// What keeps a countdown in a store, or takes note of its events until something does. This is all that a countdown knows
/// of it. One without a keeper pays for a null check.
///
/// The timekeeper's lock is held during all calls. By default, a keeper does nothing.
package protocol CountdownKeeper: AnyObject, Sendable {
  /// Whether the run outlives the countdown, and its events reach their receivers through the keeper.
  var keepsRun: Bool { get }

  /// The wall-clock time of the latest operation that may begin a run, by which the run is numbered.
  var order: WallMoment? { get set }

  /// When the countdown must call ``countdownHasChanged(_:_:at:in:)`` without another reason; nil if it need not.
  var nextTry: Moment? { get }

  /// The label of the countdown.
  var label: String? { get }

  /// The place of the countdown in lists.
  var place: WallMoment { get }

  /// Whether the record could not be read.
  var isUnread: Bool { get }

  /// Passes an event to the machine, and takes what the machine reports: it is delivered, or kept until it is.
  func handle<Answer>(
    of countdown: Countdown, _ core: inout CountdownCore, in state: inout TimekeeperState,
    _ event: (inout CountdownMachine, (CountdownEvent) -> Void) -> Answer
  ) -> Answer

  /// Notes an operation that has been performed.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - countdown: The countdown.
  ///   - core: Its core.
  ///   - call: The wall-clock time of the call; nil for the present one.
  ///   - now: The current moment.
  ///   - state: The timekeeper's state.
  func note(
    performed operation: CountdownOperation, by countdown: Countdown, _ core: inout CountdownCore,
    calledAt call: WallMoment?, at now: Moment, in state: inout TimekeeperState
  )

  /// Moves the record to another place in lists.
  func move(
    _ countdown: Countdown, _ core: inout CountdownCore, to place: WallMoment, at now: Moment,
    in state: inout TimekeeperState)

  /// Removes the record, with its events.
  func discard(
    _ countdown: Countdown, _ core: inout CountdownCore, at now: Moment,
    in state: inout TimekeeperState)

  /// Notes that the end has moved because the wall clock was set.
  func noteCorrection(of countdown: Countdown, _ core: CountdownCore, at now: Moment)

  /// Notes that the end has moved because the device has slept, and writes that soon.
  func noteSleep(
    of countdown: Countdown, _ core: CountdownCore, at now: Moment,
    in state: inout TimekeeperState)

  /// Notes that the run has been cancelled, so that its events are not delivered any more.
  func dropEvents()

  /// Called before each change of the countdown.
  func countdownWillChange(
    _ countdown: Countdown, _ core: inout CountdownCore, at now: Moment,
    in state: inout TimekeeperState
  )

  /// Called after each change of the countdown.
  func countdownHasChanged(
    _ countdown: Countdown, _ core: inout CountdownCore, at now: Moment,
    in state: inout TimekeeperState
  )

  /// Called when receivers of events have been added or removed.
  func receiversHaveChanged(of countdown: Countdown, in state: inout TimekeeperState)

  /// Called when the clock was set, and by ``Timekeeper/refresh()``.
  func refresh(
    _ countdown: Countdown, _ core: inout CountdownCore, in state: inout TimekeeperState
  )

  /// Called when the countdown is about to be deallocated.
  func countdownWillEnd(_ countdown: ObjectIdentifier, in state: inout TimekeeperState)

  /// Returns whether the finish of the latest run is pending, and is not being delivered yet.
  func isFinishPending(at now: Moment, on timekeeper: Timekeeper) -> Bool
}

extension CountdownKeeper {
  /// Begins an operation that may begin a run.
  ///
  /// - Parameters:
  ///   - place: The place of the call among those that are made together.
  ///   - now: The current moment.
  ///   - timekeeper: The countdown's timekeeper.
  /// - Returns: The wall-clock time of the call.
  func beginOperation(
    place: Int = 0, at now: Moment, on timekeeper: Timekeeper
  ) -> WallMoment {
    let time = timekeeper.clocks.wall(at: now) + .nanoseconds(place)
    order = time
    return time
  }

  package var nextTry: Moment? { nil }

  package var label: String? { nil }

  package var place: WallMoment { .latest }

  package var isUnread: Bool { false }

  package func note(
    performed operation: CountdownOperation, by countdown: Countdown, _ core: inout CountdownCore,
    calledAt call: WallMoment?, at now: Moment, in state: inout TimekeeperState
  ) {}

  package func move(
    _ countdown: Countdown, _ core: inout CountdownCore, to place: WallMoment, at now: Moment,
    in state: inout TimekeeperState
  ) {}

  package func discard(
    _ countdown: Countdown, _ core: inout CountdownCore, at now: Moment,
    in state: inout TimekeeperState
  ) {}

  package func noteCorrection(of countdown: Countdown, _ core: CountdownCore, at now: Moment) {}

  package func noteSleep(
    of countdown: Countdown, _ core: CountdownCore, at now: Moment,
    in state: inout TimekeeperState
  ) {}

  package func dropEvents() {}

  package func countdownWillChange(
    _ countdown: Countdown, _ core: inout CountdownCore, at now: Moment,
    in state: inout TimekeeperState
  ) {}

  package func countdownHasChanged(
    _ countdown: Countdown, _ core: inout CountdownCore, at now: Moment,
    in state: inout TimekeeperState
  ) {}

  package func receiversHaveChanged(of countdown: Countdown, in state: inout TimekeeperState) {}

  package func refresh(
    _ countdown: Countdown, _ core: inout CountdownCore, in state: inout TimekeeperState
  ) {}

  package func countdownWillEnd(_ countdown: ObjectIdentifier, in state: inout TimekeeperState) {}

  package func isFinishPending(at now: Moment, on timekeeper: Timekeeper) -> Bool { false }
}

/// The delivery of a kept event to its receivers, which report whether they have handled it.
///
/// It is an object, so that a countdown that is not kept passes on nothing.
package protocol PendingDelivery: AnyObject, Sendable {
  /// The number of the run.
  var run: Int { get }

  /// The instant of the event on the wall clock, which is the same in every process.
  var wall: WallMoment { get }

  /// Notes that the event is being sent to one more receiver. The timekeeper's lock must be held.
  func send()

  /// Begins a callback. Returns whether it may begin. The timekeeper's lock must be held.
  func begin(at now: Moment) -> Bool

  /// Returns how long ago the event occurred.
  func age() -> Duration

  /// Notes whether a receiver has handled the event. The timekeeper's lock must be held.
  func report(isHandled: Bool, in state: inout TimekeeperState)
}

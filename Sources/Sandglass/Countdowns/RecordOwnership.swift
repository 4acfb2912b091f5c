import SandglassCore

/// A process's knowledge of a countdown's record: which process runs the countdown, and whether its finish is handled.
///
/// ```
///   start ──▶ owned ──finish──▶ beingTold  ──handled──▶ handled ──▶ removed
///               ▲                    ▲
///             claim                claim
///               │                    │
///   found ─▶ unowned ──finish──▶   ended  ──another process reports──▶ removed
/// ```
///
/// A finish is reported by the process that has claimed the record. For each receiver of the finish, the delivery then
/// reports whether that receiver still existed. If any receiver still existed, the finish is handled, and the record
/// can be removed. If none did, the finish is unhandled, and this process releases its claim. The next binding, in this
/// or another process, then causes the record to be claimed again, and the finish to be reported again.
struct RecordOwnership {
  /// The state of the record, as far as this process knows.
  enum State: Equatable {
    /// There is no record, and nothing to report.
    case removed

    /// The run is in progress, and this process has no claim.
    case unowned

    /// The run is in progress, and this process runs it.
    case owned

    /// The run has ended, its finish is unhandled, and this process has no claim.
    case ended(CountdownEnd)

    /// The run has ended, and this process reports the finish.
    case beingTold(CountdownEnd)

    /// The finish is handled or the run was cancelled, and the record must be removed.
    case handled
  }

  /// The consequence of a finish.
  enum Arrival: Equatable {
    /// The finish is reported now.
    case tell

    /// The finish is reported once the record has been claimed.
    case claim
  }

  /// The consequence of a report.
  enum Outcome: Equatable {
    case nothing
    case handled
    case unheard
  }

  private(set) var state = State.removed

  /// The number of receivers whose deliveries have not reported yet.
  private var tellings = 0

  /// A finish that was claimed late, and the kinds of bindings that have not received it yet. The first binding of each
  /// kind receives it.
  private var unheard: CountdownEnd?
  private var kindsToTell: Set<CountdownBinding.Kind> = []

  /// A finish for which the result of the claim was not yet known when the next run began or when the run was
  /// cancelled.
  private(set) var former: CountdownEnd?

  /// A number that is increased whenever earlier reports become invalid.
  private(set) var number = 0
}

// MARK: - Properties

extension RecordOwnership {
  /// The finish, until it is handled.
  var unhandled: CountdownEnd? {
    switch state {
    case .ended(let finish), .beingTold(let finish): finish
    case .removed, .unowned, .owned, .handled: nil
    }
  }

  /// Whether a task that starts waiting for the end now would receive the finish.
  var isEndToBeTold: Bool {
    switch state {
    case .ended: true
    case .beingTold: kindsToTell.contains(.wait)
    case .removed, .unowned, .owned, .handled: false
    }
  }

  /// Whether the finish is being delivered to a receiver.
  var isBeingTold: Bool { tellings > 0 }

  /// Whether this process has a claim that other processes respect.
  var isClaimed: Bool {
    switch state {
    case .owned, .beingTold: true
    case .removed, .unowned, .ended, .handled: false
    }
  }

  /// Whether this process reports the events that became due while no process was running the countdown. It also does
  /// after it has handled the finish.
  var tellsUntoldEvents: Bool {
    switch state {
    case .owned, .beingTold, .handled, .removed: true
    case .unowned, .ended: false
    }
  }

  /// Whether a receiver for the finish would make a claim useful.
  var wantsClaim: Bool {
    switch state {
    case .unowned, .ended: true
    case .removed, .owned, .beingTold, .handled: false
    }
  }

  /// Returns the unhandled finish if no binding of the given kind has received it yet. Returns it only once for each
  /// kind.
  mutating func take(_ kind: CountdownBinding.Kind) -> CountdownEnd? {
    kindsToTell.remove(kind) == nil ? nil : unheard
  }
}

// MARK: - Events

extension RecordOwnership {
  /// Notes that this process has started a run.
  mutating func start() {
    enter(.owned)
  }

  /// Notes that this process found a record of a run that is in progress or whose finish is unhandled.
  mutating func find(unhandled finish: CountdownEnd?) {
    defer { former = nil }
    enter(finish.map(State.ended) ?? .unowned)
  }

  /// Notes that this process has claimed the record, or has written it as its own.
  ///
  /// If the run has ended, its finish is still unhandled, and the current bindings can ``take(_:)`` it.
  mutating func claim() {
    switch state {
    case .unowned:
      state = .owned
    case .ended(let finish):
      state = .beingTold(finish)
      unheard = finish
      kindsToTell = Set(CountdownBinding.Kind.hearingFinish)
    case .removed, .owned, .beingTold, .handled:
      break
    }
  }

  /// Notes that this process has written the record.
  mutating func write(isClaimed: Bool) {
    if isClaimed, state == .unowned { state = .owned }
  }

  /// Notes that another process has reported the finish or cancelled the run. Returns the finish.
  mutating func leaveToAnother() -> CountdownEnd? {
    guard case .ended(let finish) = state else { return nil }
    enter(.removed)
    former = nil
    return finish
  }

  /// Notes that another process has taken over a run of this process.
  mutating func lose() {
    if state == .owned { state = .unowned }
  }

  /// Returns the finish of the previous run. Returns it only once.
  mutating func takeFormer() -> CountdownEnd? { former.take() }

  /// Notes that the run has finished.
  ///
  /// - Parameters:
  ///   - finish: The finish.
  ///   - isClaimSure: Whether it is certain that no other process has considered this process's claim to have lapsed.
  /// - Returns: Whether to report the finish now, or to claim the record first.
  mutating func finish(_ finish: CountdownEnd, isClaimSure: Bool) -> Arrival {
    switch state {
    case .owned where isClaimSure:
      enter(.beingTold(finish))
      return .tell
    case .unowned, .owned:
      enter(.ended(finish))
      return .claim
    case .removed, .ended, .beingTold, .handled:
      // The record does not describe this run.
      enter(.beingTold(finish))
      return .tell
    }
  }

  /// Notes that the finish with the given number is being sent to a receiver.
  mutating func begin(_ number: Int) {
    if number == self.number { tellings += 1 }
  }

  /// Notes whether one receiver of the finish with the given number still existed when the finish was delivered to it.
  mutating func report(_ number: Int, isHandled: Bool) -> Outcome {
    guard number == self.number else { return .nothing }
    tellings -= 1
    if isHandled {
      guard case .beingTold = state else { return .nothing }
      state = .handled
      return .handled
    }
    return settle() ? .unheard : .nothing
  }

  /// Releases the claim and returns true if the deliveries to all receivers have reported, and none of the receivers
  /// has handled the finish.
  mutating func settle() -> Bool {
    guard case .beingTold(let finish) = state, tellings == 0 else { return false }
    state = .ended(finish)
    unheard = nil
    kindsToTell = []
    return true
  }

  /// Notes that the run's finish is no longer reported, because the run was cancelled or discarded, or the caller has
  /// handled the finish.
  mutating func forget() {
    enter(state == .removed ? .removed : .handled)
  }

  /// Notes that the caller has handled the finish.
  mutating func acknowledge() {
    enter(.handled)
    former = nil
  }

  /// Notes that the record must be removed whatever it contains.
  mutating func discard() {
    enter(.handled)
    former = nil
  }

  /// Notes that the record has been removed.
  mutating func remove() {
    if state == .handled { state = .removed }
  }

  /// Enters a state in which earlier reports have no effect.
  private mutating func enter(_ next: State) {
    if case .ended(let finish) = state { former = finish }
    number += 1
    state = next
    tellings = 0
    unheard = nil
    kindsToTell = []
  }
}

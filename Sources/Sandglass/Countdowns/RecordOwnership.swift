import SandglassCore

/// A process's knowledge of a countdown's record: which process runs the countdown, and whether its finish is handled.
///
/// ```
///   start ──▶ owned ──finish──▶ reporting  ──handled──▶ handled ──▶ removed
///               ▲                    ▲
///             claim                claim
///               │                    │
///   found ─▶ unowned ──finish──▶   ended  ──another process reports──▶ removed
/// ```
///
/// A finish is reported by the process that has claimed the record. Each of its receivers then reports whether it still
/// existed. If one did, the finish is handled, and the record can be removed. If none did, the finish is unhandled, and
/// this process releases its claim. The next binding, in this or another process, then causes the record to be claimed
/// again, and the finish to be reported again.
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

    /// The finish is handled or the run was cancelled, and the record is to be removed.
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

  /// The number of receivers that have not reported yet.
  private var tellings = 0

  /// A finish that was claimed late, and the kinds of bindings of which the first is still to receive it.
  private var unheard: CountdownEnd?
  private var kindsToTell: Set<CountdownBinding.Kind> = []

  /// A finish whose claim was not settled when the next run began or when the finish was cancelled.
  private(set) var former: CountdownEnd?

  /// Changes when earlier reports lose their effect.
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

  /// Whether a task that begins to wait for the end receives the finish.
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

  /// Whether a receiver for the finish would make a claim useful.
  var wantsClaim: Bool {
    switch state {
    case .unowned, .ended: true
    case .removed, .owned, .beingTold, .handled: false
    }
  }

  /// Returns the unhandled finish if the first binding of that kind is still to receive it. Returns it only once.
  mutating func take(_ kind: CountdownBinding.Kind) -> CountdownEnd? {
    kindsToTell.remove(kind) == nil ? nil : unheard
  }
}

// MARK: - Events

extension RecordOwnership {
  /// This process has started a run.
  mutating func start() {
    enter(.owned)
  }

  /// A record was found whose run is in progress or whose finish is unhandled.
  mutating func find(unhandled finish: CountdownEnd?) {
    defer { former = nil }
    enter(finish.map(State.ended) ?? .unowned)
  }

  /// This process has claimed the record, or has written it as its own.
  ///
  /// If the run has ended, the finish is unhandled so far, and the current bindings can ``take(_:)`` it.
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

  /// This process has written the record.
  mutating func write(isClaimed: Bool) {
    if isClaimed, state == .unowned { state = .owned }
  }

  /// Another process has reported the finish or cancelled the run. Returns the finish.
  mutating func leaveToAnother() -> CountdownEnd? {
    guard case .ended(let finish) = state else { return nil }
    enter(.removed)
    former = nil
    return finish
  }

  /// Another process has taken over a run of this process.
  mutating func lose() {
    if state == .owned { state = .unowned }
  }

  /// Returns the finish of the previous run. Returns it only once.
  mutating func takeFormer() -> CountdownEnd? { former.take() }

  /// The run has finished.
  ///
  /// - Parameters:
  ///   - finish: The finish.
  ///   - isClaimSure: Whether no other process can have considered this process's claim lapsed.
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

  /// The finish with that number is being sent to a receiver.
  mutating func begin(_ number: Int) {
    if number == self.number { tellings += 1 }
  }

  /// A receiver of the finish with that number has reported whether it still existed.
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

  /// The finish has been sent to all receivers. Returns true, and releases the claim, if there are none.
  mutating func settle() -> Bool {
    guard case .beingTold(let finish) = state, tellings == 0 else { return false }
    state = .ended(finish)
    unheard = nil
    kindsToTell = []
    return true
  }

  /// The run is no longer reported, because it was cancelled or discarded, or its finish was handled by the caller.
  mutating func forget() {
    enter(state == .removed ? .removed : .handled)
  }

  /// The caller has handled the finish.
  mutating func acknowledge() {
    enter(.handled)
    former = nil
  }

  /// The record is to be removed whatever it contains.
  mutating func discard() {
    enter(.handled)
    former = nil
  }

  /// The record has been removed.
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

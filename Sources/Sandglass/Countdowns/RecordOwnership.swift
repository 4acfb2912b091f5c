import SandglassCore

/// What a process knows of the record of a countdown: who runs it, and who has still to be told of its finish.
///
/// ```
///   start ──▶ owned ──finish──▶ being told ──handled──▶ handled ──▶ removed
///               ▲                    ▲
///             claim                claim
///               │                    │
///   found ─▶ unowned ──finish──▶   ended  ──another process tells──▶ removed
/// ```
///
/// A finish is told by the process that has claimed the record. It may be told to several at once, each of whom reports
/// whether he was still there: then it is handled, and the record can go. If nobody was, it is unheard, and this process gives up
/// its claim: the next who are bound, here or in another process, have it claimed again, and are told.
struct RecordOwnership {
  /// Where the record stands, as far as this process knows.
  enum State: Equatable {
    /// There is none, and nothing to tell.
    case removed

    /// It lasts, and this process has no claim to it.
    case unowned

    /// It lasts, and this process runs it.
    case owned

    /// It has ended, nobody has handled that, and this process has no claim to tell it.
    case ended(CountdownEnd)

    /// It has ended, and this process tells it.
    case beingTold(CountdownEnd)

    /// It has ended or was cancelled, all is told, and the record is to be removed.
    case handled
  }

  /// What a finish comes to.
  enum Arrival: Equatable {
    /// It is told now.
    case tell

    /// It is told once the record has been claimed.
    case claim
  }

  /// What a report comes to.
  enum Outcome: Equatable {
    case nothing
    case handled
    case unheard
  }

  private(set) var state = State.removed

  /// How many are being told of the finish.
  private var tellings = 0

  /// A finish that was claimed late, and the kinds of bindings of which the first has still to be told of it.
  private var unheard: CountdownEnd?
  private var kindsToTell: Set<CountdownBinding.Kind> = []

  /// A finish whose claim had not been answered when the next start began, or when it was cancelled.
  private(set) var former: CountdownEnd?

  /// Which start it is: reports on the finish of an earlier one come to nothing.
  private(set) var number = 0
}

// MARK: - What is known

extension RecordOwnership {
  /// The finish, until somebody has handled it.
  var unhandled: CountdownEnd? {
    switch state {
    case .ended(let finish), .beingTold(let finish): finish
    case .removed, .unowned, .owned, .handled: nil
    }
  }

  /// Whether a task that waits for the end from now on is told of the finish.
  var isEndToBeTold: Bool {
    switch state {
    case .ended: true
    case .beingTold: kindsToTell.contains(.wait)
    case .removed, .unowned, .owned, .handled: false
    }
  }

  /// Whether the finish is on its way to somebody.
  var isBeingTold: Bool { tellings > 0 }

  /// Whether this process has a claim that others respect.
  var isClaimed: Bool {
    switch state {
    case .owned, .beingTold: true
    case .removed, .unowned, .ended, .handled: false
    }
  }

  /// Whether somebody who is there to hear of the finish makes it worth a claim.
  var wantsClaim: Bool {
    switch state {
    case .unowned, .ended: true
    case .removed, .owned, .beingTold, .handled: false
    }
  }

  /// The unheard finish, if a binding of that kind has still to be told of it; only once.
  mutating func take(_ kind: CountdownBinding.Kind) -> CountdownEnd? {
    kindsToTell.remove(kind) == nil ? nil : unheard
  }
}

// MARK: - Events

extension RecordOwnership {
  /// A start of this process's own has begun.
  mutating func start() {
    enter(.owned)
  }

  /// A record was found that lasts, or whose finish nobody has handled.
  mutating func find(unhandled finish: CountdownEnd?) {
    defer { former = nil }
    enter(finish.map(State.ended) ?? .unowned)
  }

  /// This process has claimed the record, or has written it as its own.
  ///
  /// The finish is unheard so far: whoever is there can ``take(_:)`` it.
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

  /// This process has written the record. What it has ended with meanwhile is claimed for itself.
  mutating func write(isClaimed: Bool) {
    if isClaimed, state == .unowned { state = .owned }
  }

  /// Another process has told the finish, or cancelled the start; answers that finish.
  mutating func leaveToAnother() -> CountdownEnd? {
    guard case .ended(let finish) = state else { return nil }
    enter(.removed)
    former = nil
    return finish
  }

  /// Another process has taken over what this one ran.
  mutating func lose() {
    if state == .owned { state = .unowned }
  }

  /// The finish of the former start, once.
  mutating func takeFormer() -> CountdownEnd? { former.take() }

  /// The start has come to its end.
  ///
  /// - Parameters:
  ///   - finish: The finish.
  ///   - isClaimSure: Whether no other process can have taken the claim of this one for lapsed.
  /// - Returns: What it comes to.
  mutating func finish(_ finish: CountdownEnd, isClaimSure: Bool) -> Arrival {
    switch state {
    case .owned where isClaimSure:
      enter(.beingTold(finish))
      return .tell
    case .unowned, .owned:
      enter(.ended(finish))
      return .claim
    case .removed, .ended, .beingTold, .handled:
      // Nothing in a record is about this start.
      enter(.beingTold(finish))
      return .tell
    }
  }

  /// Somebody is being told of the finish with that number.
  mutating func begin(_ number: Int) {
    if number == self.number { tellings += 1 }
  }

  /// Somebody who was told of the finish with that number was still there, or was not.
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

  /// All who are there are being told; answers whether that is nobody. Then the claim is given up.
  mutating func settle() -> Bool {
    guard case .beingTold(let finish) = state, tellings == 0 else { return false }
    state = .ended(finish)
    unheard = nil
    kindsToTell = []
    return true
  }

  /// Nobody is told of the start any more: it was cancelled, discarded, or handled by who looked at it.
  mutating func forget() {
    enter(state == .removed ? .removed : .handled)
  }

  /// Whoever looked at it has handled the finish.
  mutating func acknowledge() {
    enter(.handled)
    former = nil
  }

  /// The record is to go, whatever it says.
  mutating func discard() {
    enter(.handled)
    former = nil
  }

  /// The record has been removed.
  mutating func remove() {
    if state == .handled { state = .removed }
  }

  /// Enters a state in which reports on what was before come to nothing.
  private mutating func enter(_ next: State) {
    if case .ended(let finish) = state { former = finish }
    number += 1
    state = next
    tellings = 0
    unheard = nil
    kindsToTell = []
  }
}

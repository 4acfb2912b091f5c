/// The state machine for background time. It is a value that receives events and returns the action to take.
///
/// ```
///            wanted          granted
///  ┌──────┐ ───────▶ ┌───────┐ ────▶ ┌──────┐  expired   ┌──────────┐
///  │ none │          │ asked │       │ held │ ─────────▶ │ expiring │
///  └──────┘ ◀─────── └───────┘       └──────┘            └──────────┘
///      ▲     refused                     │ unwanted           │ reported
///      │              given back         ▼                    ▼
///      │            ┌────────────────────────────────────────────┐
///      └─────────── │                   ending                   │
///                   └────────────────────────────────────────────┘
/// ```
///
/// Time is wanted while claims exist, the app is in the background, and time has neither expired nor been refused since
/// the app was last in the foreground. Time is requested and given back outside the lock that guards the state. Events
/// that arrive in the meantime are handled afterwards, so there is never more than one grant at a time, and each grant
/// is given back once.
struct BackgroundState {
  /// The action that the sender of an event must take.
  enum Action: Equatable {
    /// Request time, and then call ``BackgroundState/begun(isGranted:)``.
    case begin(Int)

    /// Notify the observers, and then call ``BackgroundState/toldOfExpiry()``.
    case report

    /// Give the time back, and then call ``BackgroundState/ended()``.
    case end

    case nothing
  }

  private enum Grant: Equatable {
    case none
    case asked
    case held
    case expiring(isBegun: Bool, isReported: Bool)
    case ending
  }

  /// The number of claims.
  private(set) var claims = 0

  private(set) var isInBackground = false

  /// Whether time has expired or been refused since the app was last in the foreground.
  private(set) var isSpent = false

  private var grant = Grant.none

  /// The number of the latest grant. An expiry with a different number is a late one, of an earlier grant.
  private var number = 0

  private var isWanted: Bool { claims > 0 && isInBackground && !isSpent }
}

// MARK: - App events

extension BackgroundState {
  /// Notes that a claim was taken.
  mutating func claimed() -> Action {
    claims += 1
    return settle()
  }

  /// Notes that a claim was released.
  mutating func released() -> Action {
    precondition(claims > 0, "Background time was released more times than it was claimed.")
    claims -= 1
    return settle()
  }

  /// Notes that the app has entered the background.
  mutating func leftFront() -> Action {
    isInBackground = true
    return settle()
  }

  /// Notes that the app has entered the foreground.
  mutating func returnedToFront() -> Action {
    isInBackground = false
    isSpent = false
    return settle()
  }
}

// MARK: - System events

extension BackgroundState {
  /// Notes that the system has granted or refused the time.
  mutating func begun(isGranted: Bool) -> Action {
    switch grant {
    case .asked where isGranted:
      grant = .held
    case .expiring(_, let isReported) where isGranted:
      grant = .expiring(isBegun: true, isReported: isReported)
      return endIfExpired()
    case .asked, .expiring:
      isSpent = isInBackground
      grant = .none
    case .none, .held, .ending:
      break
    }
    return settle()
  }

  /// Notes that the time of a grant is about to expire.
  mutating func expired(_ number: Int) -> Action {
    guard number == self.number else { return .nothing }
    switch grant {
    case .asked: grant = .expiring(isBegun: false, isReported: false)
    case .held: grant = .expiring(isBegun: true, isReported: false)
    case .none, .expiring, .ending: return .nothing
    }
    isSpent = isInBackground
    return .report
  }

  /// Notes that the observers have been notified of the expiry.
  mutating func expiryReported() -> Action {
    guard case .expiring(let isBegun, _) = grant else { return .nothing }
    grant = .expiring(isBegun: isBegun, isReported: true)
    return endIfExpired()
  }

  /// Notes that the time has been given back.
  mutating func ended() -> Action {
    grant = .none
    return settle()
  }
}

// MARK: - Transitions

extension BackgroundState {
  private mutating func settle() -> Action {
    switch grant {
    case .none where isWanted:
      grant = .asked
      number += 1
      return .begin(number)
    case .held where !isWanted:
      grant = .ending
      return .end
    case .none, .held, .asked, .expiring, .ending:
      return .nothing
    }
  }

  /// Gives expired time back once the system has granted it and all observers have been notified.
  private mutating func endIfExpired() -> Action {
    guard grant == .expiring(isBegun: true, isReported: true) else { return .nothing }
    grant = .ending
    return .end
  }
}

/// The state machine for background time. It is a value that receives events and returns the action to take.
///
/// ```
///            wanted          granted          unwanted, expired
///  ┌──────┐ ───────▶ ┌───────┐ ────▶ ┌──────┐ ─────────────▶ ┌────────┐
///  │ none │          │ asked │       │ held │                │ ending │
///  └──────┘ ◀─────── └───────┘       └──────┘                └────────┘
///      ▲     refused     │ expired                  granted   ▲   │ given back
///      │                 ▼                                    │   │
///      │             ┌─────────┐ ─────────────────────────────┘   │
///      │ ◀────────── │ expired │                                  │
///      │   refused   └─────────┘                                  │
///      └──────────────────────────────────────────────────────────┘
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

    /// Give the time back, and then call ``BackgroundState/ended()``.
    case end

    case nothing
  }

  private enum Grant: Equatable {
    case none
    case asked

    /// The time has expired before the system has said whether it grants it.
    case expired
    case held
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
    case .expired where isGranted:
      grant = .ending
      return .end
    case .asked, .expired:
      isSpent = isInBackground
      grant = .none
    case .none, .held, .ending:
      break
    }
    return settle()
  }

  /// Notes that the time of a grant is about to expire.
  mutating func expired(_ number: Int) -> Action {
    guard number == self.number, grant == .asked || grant == .held else { return .nothing }
    isSpent = isInBackground
    guard grant == .held else {
      grant = .expired
      return .nothing
    }
    grant = .ending
    return .end
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
    case .none, .held, .asked, .expired, .ending:
      return .nothing
    }
  }
}

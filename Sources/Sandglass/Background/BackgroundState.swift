/// The state machine of background time: a pure value that is told what happens and says what to
/// do about it.
///
/// ```
///            wanted          granted
///  ┌──────┐ ───────▶ ┌───────┐ ────▶ ┌──────┐  expired   ┌──────────┐
///  │ none │          │ asked │       │ held │ ─────────▶ │ expiring │
///  └──────┘ ◀─────── └───────┘       └──────┘            └──────────┘
///      ▲     refused                     │ unwanted           │ told
///      │              given back         ▼                    ▼
///      │            ┌────────────────────────────────────────────┐
///      └─────────── │                   ending                   │
///                   └────────────────────────────────────────────┘
/// ```
///
/// Time is wanted while something claims it, the app is in the background, and the system has not
/// let it expire or refused it since the app was last in front. Asking and giving back take place
/// outside the lock that guards the state; what happens meanwhile is seen to once they are done.
/// So there is never more than one grant, and each is given back once.
struct BackgroundState {
  /// What is to be done about an event, by whoever told of it.
  enum Action: Equatable {
    /// Ask for time, then tell of ``BackgroundState/begun(isGranted:)``.
    case begin(Int)

    /// Tell those who want to know, then tell of ``BackgroundState/toldOfExpiry()``.
    case tell

    /// Give the time back, then tell of ``BackgroundState/ended()``.
    case end

    case nothing
  }

  private enum Grant: Equatable {
    case none
    case asked
    case held
    case expiring(isBegun: Bool, isTold: Bool)
    case ending
  }

  /// How many claims there are.
  private(set) var claims = 0

  private(set) var isInBackground = false

  /// Whether time has expired or was refused since the app was last in front.
  private(set) var isSpent = false

  private var grant = Grant.none

  /// The number of the latest grant, so that a late expiry of an earlier one is told apart.
  private var number = 0

  private var isWanted: Bool { claims > 0 && isInBackground && !isSpent }
}

// MARK: - What the app does

extension BackgroundState {
  /// Something wants background time.
  mutating func claimed() -> Action {
    claims += 1
    return settle()
  }

  /// Something wants it no more.
  mutating func released() -> Action {
    precondition(claims > 0, "Background time is released more often than it was claimed.")
    claims -= 1
    return settle()
  }

  /// The app has gone to the background.
  mutating func leftFront() -> Action {
    isInBackground = true
    return settle()
  }

  /// The app has come to the front.
  mutating func returnedToFront() -> Action {
    isInBackground = false
    isSpent = false
    return settle()
  }
}

// MARK: - What the system does

extension BackgroundState {
  /// The system has answered.
  mutating func begun(isGranted: Bool) -> Action {
    switch grant {
    case .asked where isGranted:
      grant = .held
    case .expiring(_, let isTold) where isGranted:
      grant = .expiring(isBegun: true, isTold: isTold)
      return endIfExpired()
    case .asked, .expiring:
      isSpent = isInBackground
      grant = .none
    case .none, .held, .ending:
      break
    }
    return settle()
  }

  /// The time of a grant is about to run out.
  mutating func expired(_ number: Int) -> Action {
    guard number == self.number else { return .nothing }
    switch grant {
    case .asked: grant = .expiring(isBegun: false, isTold: false)
    case .held: grant = .expiring(isBegun: true, isTold: false)
    case .none, .expiring, .ending: return .nothing
    }
    isSpent = isInBackground
    return .tell
  }

  /// Those who want to know of the expiry have been told.
  mutating func toldOfExpiry() -> Action {
    guard case .expiring(let isBegun, _) = grant else { return .nothing }
    grant = .expiring(isBegun: isBegun, isTold: true)
    return endIfExpired()
  }

  /// The time has been given back.
  mutating func ended() -> Action {
    grant = .none
    return settle()
  }
}

// MARK: - What follows

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

  /// Gives an expired grant back once it is known and all have been told.
  private mutating func endIfExpired() -> Action {
    guard grant == .expiring(isBegun: true, isTold: true) else { return .nothing }
    grant = .ending
    return .end
  }
}

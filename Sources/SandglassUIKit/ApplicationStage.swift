/// Where an app is, according to what the system has reported. It is a value that hears each event and never asks.
///
/// The system reports the same change in several ways, and not always in all of them: an app with scenes is launched in
/// the background, and one that the user opens from a notification may be told only that it has become active. So each
/// event stands for itself, in any order and any number of times.
///
/// ```
///             becomes active                 resigns active
///  ┌────────────┐ ────────▶ ┌────────┐ ──────────────────▶ ┌──────────┐
///  │ background │           │ active │                     │ inactive │
///  └────────────┘           └────────┘ ◀────────────────── └──────────┘
///     ▲     │                          becomes active          ▲   │
///     │     └──────────────────────────────────────────────────┘   │
///     │                  enters the foreground                      │
///     └────────────────────────────────────────────────────────────┘
///                     has entered the background
/// ```
enum ApplicationStage: CaseIterable {
  case active

  /// In the foreground, but something else has the user's attention.
  case inactive
  case background

  /// What the system reports.
  enum Event: CaseIterable {
    case becomesActive
    case resignsActive
    case entersForeground
    case hasEnteredBackground
  }

  /// Notes an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - isActive: Whether the app is active, as the system says when it is asked. An active app is not in the
  ///     background, whoever has posted that it is.
  mutating func hear(_ event: Event, isActive: Bool) {
    switch event {
    case .becomesActive: self = .active
    case .resignsActive where self == .active: self = .inactive
    case .entersForeground where self == .background: self = .inactive
    case .hasEnteredBackground: self = isActive ? .active : .background
    case .resignsActive, .entersForeground: break
    }
  }
}

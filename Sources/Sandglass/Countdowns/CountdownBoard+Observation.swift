public import Observation

/// Who observes which rows a board has; guarded by the board's lock.
struct BoardObservation {
  /// A registrar costs memory and is made at the first look.
  private var observers: Observers?

  /// Whether a callback that tells observers waits for the main queue.
  private var isOnItsWay = false

  mutating func observersMadeIfNeeded() -> Observers {
    if let observers { return observers }
    let made = Observers()
    observers = made
    return made
  }

  /// Whether observers have to be told that rows came or went, and are not about to be; they are then.
  mutating func mustBeTold() -> Bool {
    guard observers != nil, !isOnItsWay else { return false }
    isOnItsWay = true
    return true
  }

  /// Takes those who have to be told, as they are now.
  mutating func take() -> Observers? {
    isOnItsWay = false
    return observers
  }
}

/// A piece of code that is observed, such as a SwiftUI body, and looks at a board's ``ids``, at its ``count`` or for a row, runs
/// again when rows come or go. It does not at ticks: those are seen by who looks at a row's ``Countdown``.
extension CountdownBoard: Observable {
  /// A look at which rows there are.
  func observed<Value, Member>(
    _ keyPath: KeyPath<CountdownBoard, Member>, _ value: (BoardRows<ID>) -> Value
  ) -> Value {
    let (value, observers) = rows.withLock { rows in
      (value(rows), rows.observation.observersMadeIfNeeded())
    }
    observers.registrar.access(self, keyPath: keyPath)
    return value
  }

  /// Has observers told that rows have come or gone, if they are not about to be.
  func notifyObservers(_ rows: inout BoardRows<ID>, _ state: inout TimekeeperState) {
    guard rows.observation.mustBeTold() else { return }
    state.tell(on: .theMain) { [weak self] in self?.tellObservers() }
  }

  private func tellObservers() {
    guard let registrar = rows.withLock({ $0.observation.take() })?.registrar else { return }
    registrar.withMutation(of: self, keyPath: \.ids) {}
    registrar.withMutation(of: self, keyPath: \.count) {}
  }
}

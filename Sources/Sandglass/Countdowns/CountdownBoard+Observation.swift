public import Observation

/// The observers of a board's rows. The board's lock guards them.
struct BoardObservation {
  /// A registrar uses memory, so it is created at the first observed read.
  private var observers: Observers?

  /// Whether a callback that notifies observers waits for the main queue.
  private var isOnItsWay = false

  mutating func observersMadeIfNeeded() -> Observers {
    if let observers { return observers }
    let made = Observers()
    observers = made
    return made
  }

  /// Whether observers must be notified of added or removed rows and no callback is pending. The caller must then add
  /// one.
  mutating func mustBeTold() -> Bool {
    guard observers != nil, !isOnItsWay else { return false }
    isOnItsWay = true
    return true
  }

  /// Takes the observers to notify, as they are now.
  mutating func take() -> Observers? {
    isOnItsWay = false
    return observers
  }
}

/// If observed code, such as a SwiftUI body, reads a board's ``ids``, its ``count`` or a row, the code runs again when
/// rows are added or removed. It does not run again at ticks. To observe ticks, read the row's ``Countdown``.
extension CountdownBoard: Observable {
  /// Reads a property of the rows and registers the access.
  func observed<Value, Member>(
    _ keyPath: KeyPath<CountdownBoard, Member>, _ value: (BoardRows<ID>) -> Value
  ) -> Value {
    let (value, observers) = rows.withLock { rows in
      (value(rows), rows.observation.observersMadeIfNeeded())
    }
    observers.registrar.access(self, keyPath: keyPath)
    return value
  }

  /// Has observers notified that rows were added or removed, unless a notification is pending.
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

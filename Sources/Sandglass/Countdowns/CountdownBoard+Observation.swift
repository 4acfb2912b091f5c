public import Observation

/// The observers of a board's rows. The board's lock guards them.
struct BoardObservation {
  /// A registrar uses memory, so it is created on the first observed read.
  private var observers: Observers?

  /// Whether a callback that notifies observers is pending on the main queue.
  private var isOnItsWay = false

  mutating func observersMadeIfNeeded() -> Observers {
    if let observers { return observers }
    let made = Observers()
    observers = made
    return made
  }

  /// Returns whether the caller must add a callback that notifies observers of added or removed rows. Returns false if
  /// there are no observers, or if a callback is already pending.
  mutating func needsNotification() -> Bool {
    guard observers != nil, !isOnItsWay else { return false }
    isOnItsWay = true
    return true
  }

  /// Returns the current observers, and clears the pending notification.
  mutating func take() -> Observers? {
    isOnItsWay = false
    return observers
  }
}

/// If code that tracks observable properties, such as a SwiftUI body, reads a board's ``ids``, its ``count`` or a row,
/// the code runs again when rows are added, removed or moved. It does not run again on each tick. To observe ticks,
/// read the row's ``Countdown``.
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

  /// Schedules a notification to observers that rows were added, removed or moved, unless one is pending.
  func notifyObservers(_ rows: inout BoardRows<ID>, _ state: inout TimekeeperState) {
    guard rows.observation.needsNotification() else { return }
    state.enqueue(on: .theMain) { [weak self] in self?.notifyObservers() }
  }

  private func notifyObservers() {
    guard let registrar = rows.withLock({ $0.observation.take() })?.registrar else { return }
    registrar.withMutation(of: self, keyPath: \.ids) {}
    registrar.withMutation(of: self, keyPath: \.count) {}
  }
}

public import Observation
import SandglassCore

extension Stopwatch: Observable {
  /// Reads a property and registers the access for observation.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - ticks: Whether the property changes with each tick.
  ///   - value: The closure that reads the value.
  /// - Returns: The value.
  package func observed<Value, Member>(
    _ keyPath: KeyPath<Stopwatch, Member>, ticks: Bool,
    _ value: (StopwatchCore, Moment) -> Value
  ) -> Value {
    let (value, registrar) = timekeeper.perform { state, now in
      core.advance(to: now, in: &state)
      // This read is observed only after `advance`, because a change that was due ends the observation of earlier
      // reads, but not of this one.
      if ticks, !core.listeners.observation.isWatching {
        core.listeners.observation.isWatching = true
        core.plan(at: now, in: &state)
      }
      return (value(core, now), core.listeners.observation.registrarMadeIfNeeded())
    }
    registrar.access(self, keyPath: keyPath)
    return value
  }

  /// Notifies observers of all changes so far. Called on the main queue.
  func notifyObservers() {
    let change = timekeeper.withLock { core.listeners.observation.takeChange() }
    guard let change else { return }
    let registrar = change.observers.registrar
    if change.ofState {
      registrar.withMutation(of: self, keyPath: \.state) {}
      registrar.withMutation(of: self, keyPath: \.laps) {}
    }
    registrar.withMutation(of: self, keyPath: \.reading) {}
  }
}

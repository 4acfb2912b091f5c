public import Observation
import SandglassCore

extension Stopwatch: Observable {
  /// A look at something that observers may observe.
  ///
  /// - Parameters:
  ///   - keyPath: What is looked at.
  ///   - ticks: Whether it changes with each tick.
  ///   - value: Takes the look.
  /// - Returns: What was seen.
  func observed<Value, Member>(
    _ keyPath: KeyPath<Stopwatch, Member>, ticks: Bool,
    _ value: (StopwatchCore, Moment) -> Value
  ) -> Value {
    let (value, registrar) = timekeeper.perform { state, now in
      core.advance(to: now, in: &state)
      // Afterwards: what was due ends the watch of earlier looks, but not of this one.
      if ticks, !core.listeners.observation.isWatching {
        core.listeners.observation.isWatching = true
        core.plan(at: now, in: &state)
      }
      return (value(core, now), core.listeners.observation.registrarMadeIfNeeded())
    }
    registrar.access(self, keyPath: keyPath)
    return value
  }

  /// Tells observers all that has changed until now; on the main queue.
  func tellObservers() {
    let change = timekeeper.withLock { core.listeners.observation.takeChange() }
    guard let change else { return }
    let registrar = change.observers.registrar
    if change.ofState {
      registrar.withMutation(of: self, keyPath: \.state) {}
      registrar.withMutation(of: self, keyPath: \.laps) {}
      registrar.withMutation(of: self, keyPath: \.certainty) {}
      registrar.withMutation(of: self, keyPath: \.storeError) {}
    }
    registrar.withMutation(of: self, keyPath: \.reading) {}
  }
}

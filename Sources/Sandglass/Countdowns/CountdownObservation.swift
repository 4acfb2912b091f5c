public import Observation
import SandglassCore

extension Countdown: Observable {
  /// Reads a property and registers the access for observation.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - ticks: Whether the property changes with each tick.
  ///   - renews: Whether the property depends on the target, so that the next of the times must be known.
  ///   - value: The closure that reads the value.
  /// - Returns: The value.
  package func observed<Value, Member>(
    _ keyPath: KeyPath<Countdown, Member>,
    ticks: Bool,
    renews: Bool = false,
    _ value: (inout CountdownCore, Moment) -> Value
  ) -> Value {
    let (value, registrar) = renewingTarget(if: { renews && core.renewsForReading }) {
      state, now in
      advance(to: now, in: &state)
      // This read is observed only after `advance`, because a change that was due ends the observation of earlier
      // reads, but not of this one.
      if ticks { core.watch(self, at: now, in: &state) }
      return (value(&core, now), core.listeners.observation.registrarMadeIfNeeded())
    }
    registrar.access(self, keyPath: keyPath)
    return value
  }

  /// Notifies observers of a change that is neither a reading nor the state.
  package func noteForObservers(in state: inout TimekeeperState) {
    core.listeners.observation.noteState()
    core.listeners.notifyObservers(of: self, in: &state)
  }

  /// Notifies observers of all changes so far. Called on the main queue.
  func notifyObservers() {
    let change = timekeeper.withLock { core.listeners.observation.takeChange() }
    guard let change else { return }
    let registrar = change.observers.registrar
    if change.ofState {
      registrar.withMutation(of: self, keyPath: \.state) {}
    }
    registrar.withMutation(of: self, keyPath: \.reading) {}
  }
}

public import Observation
import SandglassCore

extension Countdown: Observable {
  /// A look at something that observers may observe.
  ///
  /// - Parameters:
  ///   - keyPath: What is looked at.
  ///   - ticks: Whether it changes with each tick.
  ///   - value: Takes the look.
  /// - Returns: What was seen.
  func observed<Value, Member>(
    _ keyPath: KeyPath<Countdown, Member>,
    ticks: Bool,
    _ value: (inout CountdownCore, Moment) -> Value
  ) -> Value {
    let (value, registrar) = timekeeper.perform { state, now in
      advance(to: now, in: &state)
      // Afterwards: what was due ends the watch of earlier looks, but not of this one.
      if ticks { core.watch(self, at: now, in: &state) }
      return (value(&core, now), core.listeners.observation.registrarMadeIfNeeded())
    }
    registrar.access(self, keyPath: keyPath)
    return value
  }

  /// Tells observers of whatever has changed that is neither a reading nor the state.
  func noteForObservers(in state: inout TimekeeperState) {
    core.listeners.observation.noteState()
    core.listeners.notifyObservers(of: self, in: &state)
  }

  /// Tells observers all that has changed until now; on the main queue.
  func tellObservers() {
    let change = timekeeper.withLock { core.listeners.observation.takeChange() }
    guard let change else { return }
    let registrar = change.observers.registrar
    if change.ofState {
      registrar.withMutation(of: self, keyPath: \.state) {}
      registrar.withMutation(of: self, keyPath: \.storeError) {}
    }
    registrar.withMutation(of: self, keyPath: \.reading) {}
  }
}

public import Observation
import SandglassCore

/// Who observes a countdown, and what they have still to be told; guarded by the timekeeper's
/// lock.
///
/// A registrar costs memory and is made at the first observed look. Nobody can be asked
/// whether they observe, but whoever does looks again after each change: so every look is good
/// for the next tick, and for no more.
struct CountdownObservation {
  struct Change {
    let observers: Observers
    let ofState: Bool
  }

  /// Whether somebody has looked at the reading since the last change.
  var isWatching = false

  private var observers: Observers?
  private var readingHasChanged = false
  private var stateHasChanged = false

  /// Whether a callback that tells observers waits for the main queue.
  private var isOnItsWay = false

  mutating func registrarMadeIfNeeded() -> ObservationRegistrar {
    if let observers { return observers.registrar }
    let made = Observers()
    observers = made
    return made.registrar
  }

  mutating func noteReading() {
    readingHasChanged = true
    isWatching = false
  }

  mutating func noteState() {
    stateHasChanged = true
    isWatching = false
  }

  /// Whether observers have to be told of a change, and are not about to be; they are then.
  ///
  /// One callback tells all that has changed until it is called, however long the main queue is busy.
  mutating func mustBeTold() -> Bool {
    guard readingHasChanged || stateHasChanged else { return false }
    guard observers != nil else {
      (readingHasChanged, stateHasChanged) = (false, false)
      return false
    }
    defer { isOnItsWay = true }
    return !isOnItsWay
  }

  /// What observers have to be told; nil if nothing has changed.
  mutating func takeChange() -> Change? {
    isOnItsWay = false
    guard readingHasChanged || stateHasChanged, let observers else { return nil }
    defer { (readingHasChanged, stateHasChanged) = (false, false) }
    return Change(observers: observers, ofState: stateHasChanged)
  }
}

/// A registrar with memory of its own: its size is not known before the program runs, and so neither would be
/// where in a countdown anything lies.
final class Observers: Sendable {
  let registrar = ObservationRegistrar()
}

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

import Observation

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

  /// What observers have to be told; nil if there are none or nothing has changed.
  mutating func takeChange() -> Change? {
    guard readingHasChanged || stateHasChanged else { return nil }
    defer {
      readingHasChanged = false
      stateHasChanged = false
    }
    return observers.map { Change(observers: $0, ofState: stateHasChanged) }
  }
}

/// A registrar with memory of its own: its size is not known before the program runs, and so neither would be
/// where in a countdown anything lies.
final class Observers: Sendable {
  let registrar = ObservationRegistrar()
}

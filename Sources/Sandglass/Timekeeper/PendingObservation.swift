import Observation

/// Who observes a countdown or a stopwatch, and what they have still to be told; guarded by the timekeeper's
/// lock.
///
/// A registrar costs memory and is made at the first observed look. Nobody can be asked
/// whether they observe, but whoever does looks again after each change: so every look is good
/// for the next tick, and for no more.
struct PendingObservation {
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
/// where in what it belongs to anything lies.
final class Observers: Sendable {
  let registrar = ObservationRegistrar()
}

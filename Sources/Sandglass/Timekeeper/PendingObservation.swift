import Observation

/// The observers of a countdown or a stopwatch, and the changes that they have not been notified of. The timekeeper's
/// lock guards them.
///
/// A registrar uses memory, so it is created on the first observed read. The registrar cannot report whether observers
/// exist, but an observer reads again after each change. A read therefore counts as observation only until the next
/// change.
package struct PendingObservation {
  struct Change {
    let observers: Observers
    let ofState: Bool
  }

  /// Whether an observer has read the reading since the last change.
  var isWatching = false

  private var observers: Observers?
  private var readingHasChanged = false
  private var stateHasChanged = false

  /// Whether a callback that notifies observers is pending on the main queue.
  private var isOnItsWay = false

  mutating func registrarMadeIfNeeded() -> ObservationRegistrar {
    if let observers { return observers.registrar }
    let made = Observers()
    observers = made
    return made.registrar
  }

  package mutating func noteReading() {
    readingHasChanged = true
    isWatching = false
  }

  package mutating func noteState() {
    stateHasChanged = true
    isWatching = false
  }

  /// Returns whether the caller must add a callback that notifies observers of a change. Returns false if there is no
  /// change or no observer, or if a callback is already pending.
  ///
  /// One callback reports all changes that occur until it is called, however long the main queue is busy.
  mutating func needsNotification() -> Bool {
    guard readingHasChanged || stateHasChanged else { return false }
    guard observers != nil else {
      (readingHasChanged, stateHasChanged) = (false, false)
      return false
    }
    defer { isOnItsWay = true }
    return !isOnItsWay
  }

  /// Takes the change to report to observers; nil if nothing has changed.
  mutating func takeChange() -> Change? {
    isOnItsWay = false
    guard readingHasChanged || stateHasChanged, let observers else { return nil }
    defer { (readingHasChanged, stateHasChanged) = (false, false) }
    return Change(observers: observers, ofState: stateHasChanged)
  }
}

/// A registrar that is allocated separately. Its size is known only at run time, so the layout of a type that stored it
/// inline would be known only at run time as well.
final class Observers: Sendable {
  let registrar = ObservationRegistrar()
}

import Observation

/// Who observes a countdown, and what they have still to be told; guarded by the timekeeper's
/// lock.
///
/// A registrar costs 128 bytes and is made at the first observed look. Nobody can be asked
/// whether they observe, but whoever does looks again after each change: so every look is good
/// for the next tick, and for no more.
struct CountdownObservation {
  struct Change {
    let registrar: ObservationRegistrar
    let ofState: Bool
  }

  /// Whether somebody has looked at the reading since the last change.
  var isWatching = false

  private var registrar: ObservationRegistrar?
  private var readingHasChanged = false
  private var stateHasChanged = false

  mutating func registrarMadeIfNeeded() -> ObservationRegistrar {
    if let registrar { return registrar }
    let made = ObservationRegistrar()
    registrar = made
    return made
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
    defer {
      readingHasChanged = false
      stateHasChanged = false
    }
    guard readingHasChanged || stateHasChanged, let registrar else { return nil }
    return Change(registrar: registrar, ofState: stateHasChanged)
  }
}

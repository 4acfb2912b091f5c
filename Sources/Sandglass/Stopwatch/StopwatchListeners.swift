import SandglassCore

/// The receivers of a stopwatch's readings. The timekeeper's lock guards them.
package struct StopwatchListeners {
  private var bindings: [StopwatchBinding] = []
  private var readers: [LatestChannel<StopwatchReading>] = []

  package var observation = PendingObservation()

  /// Whether anything receives readings.
  var wantTicks: Bool {
    !bindings.isEmpty || readers.contains(where: \.isOpen) || observation.isWatching
  }

  /// Sends a reading to all receivers.
  mutating func report(_ reading: StopwatchReading, in state: inout TimekeeperState) {
    for binding in bindings where binding.isActive { binding.report(reading, in: &state) }
    for reader in readers { reader.put(reading, in: &state) }
    observation.noteReading()
  }

  /// Adds a binding, replacing one with the same owner.
  mutating func add(_ binding: StopwatchBinding, in state: inout TimekeeperState) {
    remove(ofOwner: binding.owner, in: &state)
    bindings.append(binding)
  }

  mutating func remove(ofOwner owner: ObjectIdentifier, in state: inout TimekeeperState) {
    remove(in: &state) { $0.owner == owner }
  }

  /// Removes the bindings whose owners no longer exist.
  mutating func removeInactive(in state: inout TimekeeperState) {
    guard bindings.contains(where: { !$0.isActive }) else { return }
    remove(in: &state) { !$0.isActive }
  }

  mutating func add(_ reader: LatestChannel<StopwatchReading>) {
    readers.append(reader)
  }

  mutating func remove(_ reader: LatestChannel<StopwatchReading>) {
    readers.removeAll { $0 === reader }
  }

  /// Removes all bindings, and ends all readers.
  mutating func removeAll(in state: inout TimekeeperState) {
    remove(in: &state) { _ in true }
    for reader in readers { reader.end(in: &state) }
    readers.removeAll()
  }

  private mutating func remove(
    in state: inout TimekeeperState, where isObsolete: (StopwatchBinding) -> Bool
  ) {
    for binding in bindings where isObsolete(binding) {
      binding.deactivate()
      // The closure's captures must not be released under the lock.
      state.effects.discarded.append(binding)
    }
    bindings.removeAll(where: isObsolete)
  }
}

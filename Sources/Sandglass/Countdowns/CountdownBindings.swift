import SandglassCore

/// Everybody who is told of a countdown's events; guarded by the timekeeper's lock.
struct CountdownBindings {
  private var bindings: [CountdownBinding] = []
  private var readers: [ReadingChannel] = []

  /// Whether somebody wants to be told when the shown number changes.
  var wantTicks: Bool {
    !readers.isEmpty || bindings.contains { $0.kind == .tick || $0.kind == .change }
  }

  /// Whether somebody wants to be told of milestones.
  var wantMilestones: Bool {
    bindings.contains { $0.kind == .milestone }
  }

  /// Whether somebody wants to be told of the finish.
  var wantFinish: Bool { !readers.isEmpty || hold(.finish) || hold(.end) }

  /// Whether there is a binding of a kind.
  func hold(_ kind: CountdownBinding.Kind) -> Bool {
    bindings.contains { $0.kind == kind && $0.isActive }
  }

  /// Tells an event to all who want it.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - handled: What to call once somebody has been told of a finish.
  ///   - state: What the timekeeper guards.
  mutating func tell(
    _ event: CountdownEvent, handled: FinishHandler? = nil, in state: inout TimekeeperState
  ) {
    for binding in bindings where binding.isActive {
      binding.tell(event, handled: handled, in: &state)
    }
    if !event.isReading { for binding in bindings { binding.keepTick() } }
    switch event {
    case .reading(let reading):
      for reader in readers { reader.put(reading, in: &state) }
    case .milestone:
      break
    case .end(let end, let reading):
      if end.outcome == .cancelled {
        endReaders(in: &state)
      } else if reading.state != .overtime {
        for reader in readers { reader.finish(handled: handled, in: &state) }
        readers.removeAll()
      } else if !readers.isEmpty {
        handled?(true, &state)
      }
    }
  }

  /// Adds a binding in place of one of the same owner and kind.
  mutating func add(_ binding: CountdownBinding, in state: inout TimekeeperState) {
    remove(in: &state, successor: binding) {
      $0.owner == binding.owner && $0.kind == binding.kind
    }
    bindings.append(binding)
  }

  /// Removes the binding of one kind that an owner has.
  mutating func remove(
    _ kind: CountdownBinding.Kind, ofOwner owner: ObjectIdentifier,
    in state: inout TimekeeperState
  ) {
    remove(in: &state) { $0.owner == owner && $0.kind == kind }
  }

  /// Removes all bindings of an owner.
  mutating func remove(ofOwner owner: ObjectIdentifier, in state: inout TimekeeperState) {
    remove(in: &state) { $0.owner == owner }
  }

  /// Removes the bindings whose owners are gone.
  mutating func removeInactive(in state: inout TimekeeperState) {
    guard bindings.contains(where: { !$0.isActive }) else { return }
    remove(in: &state) { !$0.isActive }
  }

  /// Has the processor fetch what is needed to tell something, in two steps: the list, and who is first in it.
  func fetch(step: Int) {
    bindings.withUnsafeBufferPointer { list in
      guard step > 1 else { return Memory.fetch(list.baseAddress, lines: 1) }
      guard !list.isEmpty, let first = UnsafeRawPointer(list.baseAddress) else { return }
      // The address alone: to retain the object would wait for it.
      Memory.fetch(first.load(as: UnsafeRawPointer?.self), lines: 3)
    }
  }

  mutating func add(_ reader: ReadingChannel) {
    readers.append(reader)
  }

  mutating func remove(_ reader: ReadingChannel) {
    readers.removeAll { $0 === reader }
  }

  /// Tells all readers that nothing more will come.
  mutating func endReaders(in state: inout TimekeeperState) {
    for reader in readers { reader.end(in: &state) }
    readers.removeAll()
  }

  private mutating func remove(
    in state: inout TimekeeperState, successor: CountdownBinding? = nil,
    where isObsolete: (CountdownBinding) -> Bool
  ) {
    for binding in bindings where isObsolete(binding) {
      binding.deactivate(successor: successor)
      // What its closure captures must not be released under the lock.
      state.afterwards.discarded.append(binding)
    }
    bindings.removeAll(where: isObsolete)
  }
}

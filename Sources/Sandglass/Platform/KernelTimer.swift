import SandglassCore

/// A kernel timer and a thread that waits on it.
///
/// Other code may close the descriptor. For example, daemons close every descriptor that they have not opened
/// themselves. The number then refers to nothing, or to a different file. The timer notices this as soon as it sets the
/// descriptor or waits on it, and then replaces the descriptor.
final class KernelTimer: Sendable {
  /// The instant and the leeway that the timer is set to.
  struct Setting: Equatable, Sendable {
    /// When the timer fires; nil for never.
    var instant: Moment?

    /// How much later the kernel may fire the timer, so that it wakes the processor once for several timers.
    var leeway = Duration.zero
  }

  /// The result of waiting on the descriptor.
  enum Event {
    /// The timer has fired, or may have fired, because a new descriptor has replaced a closed one.
    case due

    /// The wall clock was set. Only a timer that watches the wall clock reports this.
    case clockSet

    /// Other code has closed the descriptor, and the process has no descriptors left for a new one. No more events
    /// follow.
    case lost(number: Int32, error: Int32)
  }

  private struct State {
    var descriptor: Int32

    /// The number of replacements so far. A new descriptor may reuse the number of the closed descriptor, so the
    /// descriptor's number alone does not identify it.
    var generation = 0

    /// The descriptor's setting; nil before it is set for the first time.
    var setting: Setting?
    var isValid = true
  }

  private let calls: KernelTimerCalls
  private let threadName: StaticString
  private let handle: @Sendable (KernelTimer, Event) -> Void
  private let state: Locked<State>

  /// Creates a descriptor and a thread that waits on it. Returns nil if no descriptors or threads are left.
  ///
  /// - Parameters:
  ///   - threadName: The name of the thread, of at most 15 bytes.
  ///   - calls: The system calls to use.
  ///   - handle: The closure to call with each event, on the timer's thread. The loss of the descriptor may also be
  ///     reported on the thread that calls ``set(_:)``.
  init?(
    threadName: StaticString, calls: KernelTimerCalls,
    handle: @escaping @Sendable (KernelTimer, Event) -> Void
  ) {
    self.threadName = threadName
    self.calls = calls
    self.handle = handle
    state = Locked(State(descriptor: -1))
    let (descriptor, collides) = makeDescriptor(isReplacement: false)
    guard descriptor >= 0 else { return nil }
    state.withLock { $0.descriptor = descriptor }
    guard startThread(waitingOn: descriptor, generation: 0) == 0 else {
      giveBack(descriptor)
      return nil
    }
    if collides { checkOthers() }
  }

  /// Sets the timer, replacing its previous setting.
  func set(_ setting: Setting) {
    let renewal = state.withLock { state -> Renewal in
      guard state.isValid else { return .none }
      state.setting = setting
      return calls.set(state.descriptor, setting) ? .none : renew(in: &state)
    }
    carryOut(renewal)
  }

  /// Ends the thread and closes the descriptor. Returns without waiting for the thread.
  func invalidate() {
    state.withLock { state in
      guard state.isValid else { return }
      state.isValid = false
      // This wakes the thread. A descriptor that other code has closed must not be closed again.
      if !calls.set(state.descriptor, Setting(instant: .origin)) {
        Self.owners.withLock { _ = $0.removeValue(forKey: state.descriptor) }
        state.descriptor = -1
      }
    }
  }
}

// MARK: - Replacing a closed descriptor

extension KernelTimer {
  /// What is left to do when a descriptor has been checked, without the lock.
  private enum Renewal {
    case none

    /// The descriptor has been replaced.
    case done
    case failed(Event)
  }

  /// Replaces a closed descriptor. The old thread may wait forever on the old one, so a new thread waits on the new one.
  private func renew(in state: inout State) -> Renewal {
    let closed = state.descriptor
    if let loss = replaceDescriptor(in: &state) { return .failed(loss) }
    let error = startThread(waitingOn: state.descriptor, generation: state.generation)
    return error == 0 ? .done : .failed(lose(closed, error, in: &state))
  }

  /// Replaces a closed descriptor with a new one that has the same setting. Returns an event that reports the loss if
  /// the process has no descriptors left.
  private func replaceDescriptor(in state: inout State) -> Event? {
    let closed = state.descriptor
    state.generation += 1
    state.descriptor = makeDescriptor(isReplacement: true).number
    Self.owners.withLock { _ = $0.removeValue(forKey: closed) }
    guard state.descriptor >= 0 else { return lose(closed, -state.descriptor, in: &state) }
    if let setting = state.setting { _ = calls.set(state.descriptor, setting) }
    return nil
  }

  private func lose(_ number: Int32, _ error: Int32, in state: inout State) -> Event {
    state.isValid = false
    state.descriptor = -1
    return .lost(number: number, error: error)
  }

  private func carryOut(_ renewal: Renewal) {
    switch renewal {
    case .none: break
    case .done: checkOthers()
    case .failed(let loss): handle(self, loss)
    }
  }

  /// Replaces the closed descriptors of all other timers in this process.
  ///
  /// Other code that closes one of them usually closes all. A new descriptor may also have had the number of a closed
  /// one for a moment, before it was moved. A thread that began to wait at that moment would wait for the wrong timer.
  private func checkOthers() {
    let others = Self.owners.withLock { $0.values.compactMap(\.timer) }
    for other in others where other !== self {
      let renewal = other.state.withLock { state -> Renewal in
        state.isValid && !other.calls.isOpen(state.descriptor) ? other.renew(in: &state) : .none
      }
      other.carryOut(renewal)
    }
  }
}

// MARK: - Descriptors

extension KernelTimer {
  private struct Owner {
    weak var timer: KernelTimer?
  }

  /// The timers by the numbers of their descriptors, including closed descriptors whose timers have not noticed this yet.
  private static let owners = Locked<[Int32: Owner]>([:])

  /// Creates a descriptor whose number is not in use by any other timer in this process. The number is the negated error
  /// code if no descriptors are left.
  ///
  /// - Returns: The number, and whether the new descriptor has had the number of another timer's closed descriptor.
  private func makeDescriptor(isReplacement: Bool) -> (number: Int32, collides: Bool) {
    var tried: [Int32] = []
    defer { tried.forEach(calls.close) }
    while true {
      let descriptor = calls.make(isReplacement)
      guard descriptor >= 0 else { return (descriptor, !tried.isEmpty) }
      let isNew = Self.owners.withLock { owners -> Bool in
        guard owners[descriptor] == nil else { return false }
        owners[descriptor] = Owner(timer: self)
        return true
      }
      if isNew { return (descriptor, !tried.isEmpty) }
      tried.append(descriptor)
    }
  }

  private func giveBack(_ descriptor: Int32) {
    Self.owners.withLock { _ = $0.removeValue(forKey: descriptor) }
    calls.close(descriptor)
  }
}

// MARK: - The thread

extension KernelTimer {
  /// Starts a thread. Returns the error code, or zero.
  private func startThread(waitingOn descriptor: Int32, generation: Int) -> Int32 {
    SystemThread.start(named: threadName) { [self] in waitAndHandle(descriptor, generation) }
  }

  /// Waits on a descriptor, and on the descriptors that replace it, until the timer is invalidated or another thread
  /// waits on the replacement.
  private func waitAndHandle(_ descriptor: Int32, _ generation: Int) {
    var (descriptor, generation) = (descriptor, generation)
    // In the place of a closed descriptor, whose timer may have fired.
    if generation > 0 { SystemThread.withAutoreleasePool { handle(self, .due) } }
    // A descriptor that has been replaced is not waited on.
    while state.withLock({ $0.generation == generation }) {
      calls.wait(descriptor)
      let turn = state.withLock { state -> Turn in
        // Nor is it read, because its number may belong to a different file by now.
        guard state.generation == generation else { return .leave }
        guard state.isValid else { return .close(state.descriptor) }
        switch calls.take(descriptor) {
        case .interrupted: return .goOn(nil, .none)
        case .due: return .goOn(.due, .none)
        case .clockSet: return .goOn(.clockSet, .none)
        case .failed: break
        }
        if let loss = replaceDescriptor(in: &state) { return .goOn(nil, .failed(loss)) }
        (descriptor, generation) = (state.descriptor, state.generation)
        return .goOn(.due, .done)
      }
      switch turn {
      case .goOn(let event, let renewal):
        carryOut(renewal)
        if case .failed = renewal { return }
        if let event { SystemThread.withAutoreleasePool { handle(self, event) } }
      case .leave: return
      case .close(let descriptor):
        if descriptor >= 0 { giveBack(descriptor) }
        return
      }
    }
  }

  /// The next step of a thread that has woken up.
  private enum Turn {
    case goOn(Event?, Renewal)
    case leave
    case close(Int32)
  }
}

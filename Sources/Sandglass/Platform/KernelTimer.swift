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
    let descriptor = Self.unique(calls, isReplacement: false)
    state = Locked(State(descriptor: descriptor))
    guard descriptor >= 0 else { return nil }
    guard startThread(waitingOn: descriptor, generation: 0) == 0 else {
      giveBack(descriptor)
      return nil
    }
  }

  /// Sets the timer, replacing its previous setting.
  func set(_ setting: Setting) {
    let loss = state.withLock { state -> Event? in
      guard state.isValid else { return nil }
      state.setting = setting
      if calls.set(state.descriptor, setting) { return nil }
      // The old thread may wait forever on the closed descriptor, so a new thread waits on the new descriptor.
      let closed = state.descriptor
      if let loss = replaceDescriptor(in: &state) { return loss }
      let error = startThread(waitingOn: state.descriptor, generation: state.generation)
      return error == 0 ? nil : lose(closed, error, in: &state)
    }
    if let loss { handle(self, loss) }
  }

  /// Ends the thread and closes the descriptor. Returns without waiting for the thread.
  func invalidate() {
    state.withLock { state in
      guard state.isValid else { return }
      state.isValid = false
      // This wakes the thread. A descriptor that other code has closed must not be closed again.
      if !calls.set(state.descriptor, Setting(instant: .origin)) {
        Self.numbers.withLock { _ = $0.remove(state.descriptor) }
        state.descriptor = -1
      }
    }
  }

  /// Replaces a closed descriptor with a new one that has the same setting. Returns an event that reports the loss if
  /// the process has no descriptors left.
  private func replaceDescriptor(in state: inout State) -> Event? {
    let closed = state.descriptor
    state.generation += 1
    state.descriptor = Self.unique(calls, isReplacement: true)
    Self.numbers.withLock { _ = $0.remove(closed) }
    guard state.descriptor >= 0 else { return lose(closed, -state.descriptor, in: &state) }
    if let setting = state.setting { _ = calls.set(state.descriptor, setting) }
    return nil
  }

  private func lose(_ number: Int32, _ error: Int32, in state: inout State) -> Event {
    state.isValid = false
    state.descriptor = -1
    return .lost(number: number, error: error)
  }

  /// The numbers of all descriptors in use, including closed descriptors whose timers have not noticed this yet.
  private static let numbers = Locked<Set<Int32>>([])

  /// Creates a descriptor whose number is not in use by any other timer in this process. Returns the negated error code
  /// if no descriptors are left.
  private static func unique(_ calls: KernelTimerCalls, isReplacement: Bool) -> Int32 {
    var tried: [Int32] = []
    defer { tried.forEach(calls.close) }
    while true {
      let descriptor = calls.make(isReplacement)
      guard descriptor >= 0 else { return descriptor }
      if numbers.withLock({ $0.insert(descriptor).inserted }) { return descriptor }
      tried.append(descriptor)
    }
  }

  private func giveBack(_ descriptor: Int32) {
    Self.numbers.withLock { _ = $0.remove(descriptor) }
    calls.close(descriptor)
  }

  /// Starts a thread. Returns the error code, or zero.
  private func startThread(waitingOn descriptor: Int32, generation: Int) -> Int32 {
    SystemThread.start(named: threadName) { [self] in waitAndHandle(descriptor, generation) }
  }

  /// Waits on a descriptor, and on the descriptors that replace it, until the timer is invalidated or another thread
  /// waits on the replacement.
  private func waitAndHandle(_ descriptor: Int32, _ generation: Int) {
    var (descriptor, generation) = (descriptor, generation)
    while true {
      // A descriptor that has been replaced is not read, because its number may belong to a different file by now.
      guard state.withLock({ $0.generation == generation }) else { return }
      let wait = calls.wait(descriptor)
      if wait == .interrupted { continue }
      let turn = state.withLock { state -> Turn in
        guard state.generation == generation else { return .leave }
        guard state.isValid else { return .close(state.descriptor) }
        guard wait == .failed else { return .goOn }
        if let loss = replaceDescriptor(in: &state) { return .tell(loss) }
        (descriptor, generation) = (state.descriptor, state.generation)
        return .goOn
      }
      switch turn {
      case .goOn:
        SystemThread.withAutoreleasePool { handle(self, wait == .clockSet ? .clockSet : .due) }
      case .leave: return
      case .close(let descriptor):
        if descriptor >= 0 { giveBack(descriptor) }
        return
      case .tell(let loss): return handle(self, loss)
      }
    }
  }

  /// The next step of a thread that has woken up.
  private enum Turn {
    case goOn
    case leave
    case close(Int32)
    case tell(Event)
  }
}

import SandglassCore

/// A timer of the kernel and a thread that waits on it.
///
/// Other code may close the descriptor: daemons close all that they have not opened themselves, and the
/// number then names nothing, or a file of theirs. That is noticed as soon as the descriptor is set or waited
/// on, and another one takes its place.
final class KernelTimer: Sendable {
  /// What the timer is set to.
  struct Setting: Equatable, Sendable {
    /// When it fires; nil for never.
    var instant: Moment?

    /// How much later the kernel may let it fire, so that it wakes the processor up for several timers at once.
    var leeway = Duration.zero
  }

  /// What waiting on the descriptor has come to.
  enum Event {
    /// The timer has fired, or may have; or another descriptor has taken the place of one that was closed.
    case due

    /// The wall clock was set, and it watches for that.
    case clockSet

    /// Other code has closed it, and the process has no other left; nothing more will come.
    case lost(number: Int32, error: Int32)
  }

  private struct State {
    var descriptor: Int32

    /// Counts the descriptors so far: a new one may have the number of the one that was closed.
    var generation = 0

    /// What the descriptor is set to; nil before it is set for the first time.
    var setting: Setting?
    var isValid = true
  }

  private let calls: KernelTimerCalls
  private let threadName: StaticString
  private let handle: @Sendable (KernelTimer, Event) -> Void
  private let state: Locked<State>

  /// Makes a descriptor and a thread for it; nil if there is none left of either.
  ///
  /// - Parameters:
  ///   - threadName: The name of the thread, of at most 15 bytes.
  ///   - calls: The kernel's calls.
  ///   - handle: Told of each event, on that thread. A loss may be told by whoever sets the descriptor.
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

  /// Sets the timer, in place of what it was set to.
  func set(_ setting: Setting) {
    let loss = state.withLock { state -> Event? in
      guard state.isValid else { return nil }
      state.setting = setting
      if calls.set(state.descriptor, setting) { return nil }
      // The thread may wait for ever on what was closed: the new descriptor has a thread of its own.
      let closed = state.descriptor
      if let loss = replaceDescriptor(in: &state) { return loss }
      let error = startThread(waitingOn: state.descriptor, generation: state.generation)
      return error == 0 ? nil : lose(closed, error, in: &state)
    }
    if let loss { handle(self, loss) }
  }

  /// Ends the thread and closes the descriptor, soon.
  func invalidate() {
    state.withLock { state in
      guard state.isValid else { return }
      state.isValid = false
      // Wakes the thread. What other code has closed is not ours to close again.
      if !calls.set(state.descriptor, Setting(instant: .origin)) {
        Self.numbers.withLock { _ = $0.remove(state.descriptor) }
        state.descriptor = -1
      }
    }
  }

  /// Puts another descriptor in the place of one that was closed, set as that was. Returns the loss if there
  /// is none.
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

  /// The numbers of all descriptors in use, those included that were closed and whose users do not know yet.
  private static let numbers = Locked<Set<Int32>>([])

  /// A descriptor with a number that no other user here takes for its own; the negative error if there is none.
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

  /// Starts a thread. Returns the error, or zero.
  private func startThread(waitingOn descriptor: Int32, generation: Int) -> Int32 {
    SystemThread.start(named: threadName) { [self] in waitAndHandle(descriptor, generation) }
  }

  /// Waits on a descriptor, and on those that take its place, until this is invalidated or a thread of its own
  /// waits on such a one.
  private func waitAndHandle(_ descriptor: Int32, _ generation: Int) {
    var (descriptor, generation) = (descriptor, generation)
    while true {
      // What is no longer ours is not read: it may be somebody else's by now.
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

  /// What a thread does after it has woken up.
  private enum Turn {
    case goOn
    case leave
    case close(Int32)
    case tell(Event)
  }
}

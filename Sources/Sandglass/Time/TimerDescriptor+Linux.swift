#if os(Linux)
  import CTimerDescriptor
  import Glibc

  /// A timer descriptor and a thread that waits on it.
  ///
  /// Other code may close the descriptor: daemons close all that they have not opened themselves, and the
  /// number then names nothing, or a file of theirs. That is noticed as soon as the descriptor is set or waited
  /// on, and another one takes its place.
  final class TimerDescriptor: Sendable {
    /// What waiting on the descriptor has come to.
    enum Event {
      /// Its instant has come, or another descriptor has taken the place of one that was closed.
      case due

      /// Its clock was set, and it watches for that.
      case clockSet

      /// Other code has closed it, and the process has no other left; nothing more will come.
      case lost(number: Int32, error: Int32)
    }

    private struct State {
      var descriptor: Int32

      /// Counts the descriptors so far: a new one may have the number of the one that was closed.
      var generation = 0

      /// What the descriptor is set to, in nanoseconds; nil before it is set for the first time.
      var instant: UInt64?
      var isValid = true
    }

    private let make: @Sendable () -> Int32
    private let threadName: StaticString
    private let handle: @Sendable (Event) -> Void
    private let state: Locked<State>

    /// Makes a descriptor and a thread for it; nil if there is none left of either.
    ///
    /// - Parameters:
    ///   - threadName: The name of the thread, of at most 15 bytes.
    ///   - make: Makes a descriptor to wait on, or answers -1; also in place of one that was closed.
    ///   - handle: Told of each event, on that thread. A loss may be told by whoever sets the descriptor.
    init?(
      threadName: StaticString, make: @escaping @Sendable () -> Int32,
      handle: @escaping @Sendable (Event) -> Void
    ) {
      self.threadName = threadName
      self.make = make
      self.handle = handle
      let descriptor = Self.unique(make)
      state = Locked(State(descriptor: descriptor))
      guard descriptor >= 0 else { return nil }
      guard startThread(waitingOn: descriptor, generation: 0) == 0 else {
        Self.giveBack(descriptor)
        return nil
      }
    }

    /// Sets it to an instant of its clock in nanoseconds, at least one; zero disarms it.
    func set(toNanoseconds nanoseconds: UInt64) {
      let loss = state.withLock { state -> Event? in
        guard state.isValid else { return nil }
        state.instant = nanoseconds
        if Self.arm(state.descriptor, atNanoseconds: nanoseconds) { return nil }
        // The thread may wait for ever on what was closed: the new descriptor has a thread of its own.
        let closed = state.descriptor
        if let loss = replaceDescriptor(in: &state) { return loss }
        let error = startThread(waitingOn: state.descriptor, generation: state.generation)
        return error == 0 ? nil : lose(closed, error, in: &state)
      }
      if let loss { handle(loss) }
    }

    /// Ends the thread and closes the descriptor, soon.
    func invalidate() {
      state.withLock { state in
        guard state.isValid else { return }
        state.isValid = false
        // Wakes the thread. What other code has closed is not ours to close again.
        if !Self.arm(state.descriptor, atNanoseconds: 1) {
          Self.numbers.withLock { _ = $0.remove(state.descriptor) }
          state.descriptor = -1
        }
      }
    }

    private static func arm(_ descriptor: Int32, atNanoseconds nanoseconds: UInt64) -> Bool {
      sandglass_timer_set(
        descriptor, Int(nanoseconds / 1_000_000_000), Int(nanoseconds % 1_000_000_000)) == 0
    }

    /// Puts another descriptor in the place of one that was closed, set as that was; answers the loss if there
    /// is none.
    private func replaceDescriptor(in state: inout State) -> Event? {
      let closed = state.descriptor
      state.generation += 1
      state.descriptor = Self.unique { Self.moved(make()) }
      Self.numbers.withLock { _ = $0.remove(closed) }
      guard state.descriptor >= 0 else { return lose(closed, -state.descriptor, in: &state) }
      if let instant = state.instant { _ = Self.arm(state.descriptor, atNanoseconds: instant) }
      return nil
    }

    private func lose(_ number: Int32, _ error: Int32, in state: inout State) -> Event {
      state.isValid = false
      state.descriptor = -1
      return .lost(number: number, error: error)
    }

    /// The numbers of all descriptors in use, those included that were closed and whose users do not know yet.
    private static let numbers = Locked<Set<Int32>>([])

    /// A descriptor with a number that no other user here takes for his own; the negative error if there is none.
    private static func unique(_ make: () -> Int32) -> Int32 {
      var tried: [Int32] = []
      defer { for descriptor in tried { close(descriptor) } }
      while true {
        let descriptor = make()
        guard descriptor >= 0 else { return -errno }
        if numbers.withLock({ $0.insert(descriptor).inserted }) { return descriptor }
        tried.append(descriptor)
      }
    }

    /// A descriptor with a number that is out of the way: other code whose descriptors were closed too may
    /// still take the low numbers for its own. The descriptor itself where there is no such number.
    private static func moved(_ descriptor: Int32) -> Int32 {
      guard descriptor >= 0 else { return descriptor }
      let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 512)
      guard moved >= 0 else { return descriptor }
      close(descriptor)
      return moved
    }

    private static func giveBack(_ descriptor: Int32) {
      numbers.withLock { _ = $0.remove(descriptor) }
      close(descriptor)
    }

    /// Starts a thread; answers the error, or zero.
    private func startThread(waitingOn descriptor: Int32, generation: Int) -> Int32 {
      // The thread must not be the one that the process's signals are delivered to.
      var all = sigset_t()
      var former = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, &former)
      defer { pthread_sigmask(SIG_SETMASK, &former, nil) }

      let start = Unmanaged.passRetained(
        ThreadStart(timer: self, descriptor: descriptor, generation: generation))
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          // Balances the `passRetained` of the thread's start.
          let start = Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
          start.timer.threadName.withUTF8Buffer { name in sandglass_name_thread(name.baseAddress) }
          start.timer.waitAndHandle(start.descriptor, start.generation)
          return nil
        }, start.toOpaque())
      if failure == 0 { pthread_detach(thread) } else { start.release() }
      return failure
    }

    private final class ThreadStart {
      let timer: TimerDescriptor
      let descriptor: Int32
      let generation: Int

      init(timer: TimerDescriptor, descriptor: Int32, generation: Int) {
        self.timer = timer
        self.descriptor = descriptor
        self.generation = generation
      }
    }

    /// Waits on a descriptor, and on those that take its place, until this is invalidated or a thread of its own
    /// waits on such a one.
    private func waitAndHandle(_ descriptor: Int32, _ generation: Int) {
      var (descriptor, generation) = (descriptor, generation)
      while true {
        // What is no longer ours is not read: it may be somebody else's by now.
        guard state.withLock({ $0.generation == generation }) else { return }
        var expirations: UInt64 = 0
        let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
        let error = errno
        if count < 0, error == EINTR { continue }
        let isSet = count < 0 && error == ECANCELED
        let turn = state.withLock { state -> Turn in
          guard state.generation == generation else { return .leave }
          guard state.isValid else { return .close(state.descriptor) }
          guard count <= 0, !isSet else { return .goOn }
          if let loss = replaceDescriptor(in: &state) { return .tell(loss) }
          (descriptor, generation) = (state.descriptor, state.generation)
          return .goOn
        }
        switch turn {
        case .goOn: handle(isSet ? .clockSet : .due)
        case .leave: return
        case .close(let descriptor):
          if descriptor >= 0 { Self.giveBack(descriptor) }
          return
        case .tell(let loss): return handle(loss)
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
#endif

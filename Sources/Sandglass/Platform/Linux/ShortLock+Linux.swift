#if os(Linux)
  internal import CSandglassLinux
  import Synchronization

  /// A lock that is held for some tens of nanoseconds and, if nobody waits for it, costs one atomic
  /// exchange and no call.
  ///
  /// Whoever finds it taken looks again, ever more seldom, and sleeps only after as long a time as it
  /// takes to wake a thread. To look seldom lets the other thread take the lock many times in a row, with
  /// all it guards in that processor's cache, which is by far the fastest for both.
  ///
  /// To give the lock back is a mere write, and then a look whether somebody sleeps. The processor may do the
  /// look first; so a thread that falls asleep at that very moment may not be woken. It then oversleeps by the
  /// longest sleep at most, a millisecond, and looks again. To exclude it would cost everybody a second
  /// exchange each time, which waits for all that was written under the lock.
  struct ShortLock: ~Copyable {
    private static var free: UInt32 { 0 }
    private static var taken: UInt32 { 1 }

    /// How often a thread looks again before it sleeps: for some 20 µs in all.
    private static var looks: Int { 12 }

    /// The binary logarithm of the most pauses between two looks: some microseconds.
    private static var longestPause: Int { 8 }

    /// The longest that a thread sleeps before it looks again, in nanoseconds.
    private static var longestSleep: Int { 1_000_000 }

    /// How many threads wait.
    private let waiting = Atomic<Int>(0)

    /// Whether somebody may be asleep.
    private let isAwaited = Atomic<Bool>(false)

    /// In memory of its own, since the system sleeps on its address.
    private let word: UnsafeMutablePointer<Atomic<UInt32>>

    init() {
      word = .allocate(capacity: 1)
      word.initialize(to: Atomic(Self.free))
    }

    deinit {
      word.deinitialize(count: 1)
      word.deallocate()
    }

    /// Takes the lock, which this thread must not hold.
    @inline(__always)
    func lock() {
      if !take() { lockTaken() }
    }

    /// Gives the lock back, which this thread must hold.
    @inline(__always)
    func unlock() {
      word.pointee.store(Self.free, ordering: .releasing)
      if isAwaited.load(ordering: .relaxed) { wake() }
    }

    @inline(__always)
    private func take() -> Bool {
      word.pointee.compareExchange(
        expected: Self.free, desired: Self.taken, successOrdering: .acquiring,
        failureOrdering: .relaxed
      ).exchanged
    }

    /// Waits for some microseconds while somebody waits for the lock: whoever has held it for long, and
    /// is about to take it again, would nearly always be the first.
    func giveWay() {
      for _ in 0..<1024 {
        if waiting.load(ordering: .relaxed) == 0 { return }
        Processor.pause()
      }
    }

    @inline(never)
    private func lockTaken() {
      waiting.wrappingAdd(1, ordering: .relaxed)
      defer { waiting.wrappingSubtract(1, ordering: .relaxed) }
      for look in 0..<Self.looks {
        for _ in 0..<(1 << min(look, Self.longestPause)) { Processor.pause() }
        if word.pointee.load(ordering: .relaxed) == Self.free, take() { return }
      }
      while true {
        // Also for whoever else is asleep, if this takes the lock: then giving it back wakes the next.
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        if take() { return }
        sandglass_futex_wait(address, Self.taken, Self.longestSleep)
      }
    }

    /// Wakes one who sleeps; once awake, that one sees to the next.
    @inline(never)
    private func wake() {
      isAwaited.store(false, ordering: .relaxed)
      sandglass_futex_wake(address)
    }

    /// The word as the system sees it: an atomic value is laid out as the value itself.
    private var address: UnsafeMutablePointer<UInt32> {
      UnsafeMutableRawPointer(word).assumingMemoryBound(to: UInt32.self)
    }
  }
#endif

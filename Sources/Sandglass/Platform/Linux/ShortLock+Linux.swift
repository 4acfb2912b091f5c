#if os(Linux) || os(Android)
  internal import CSandglass
  import Synchronization

  /// A lock that is held for a few tens of nanoseconds. If no other thread is waiting for it, acquiring the lock costs
  /// one atomic exchange and no function call.
  ///
  /// If the lock is taken, a thread tries again with exponential backoff. It sleeps only after it has tried for about
  /// as long as it takes to wake a thread. The backoff lets the other thread take the lock many times in a row, while
  /// all the data that the lock guards is in that thread's processor cache. This is by far the fastest for both
  /// threads.
  ///
  /// Releasing the lock is a plain write, followed by a check for sleeping threads. The processor may perform the check
  /// first, so a thread that falls asleep at that very moment may not be woken. It then sleeps for at most a
  /// millisecond, which is the longest sleep, and tries again. Preventing this would require a second atomic exchange
  /// for every release, which would wait for all writes that were made under the lock.
  struct ShortLock: ~Copyable {
    private static var free: UInt32 { 0 }
    private static var taken: UInt32 { 1 }

    /// The number of times that a thread tries again before it sleeps. The attempts take about 20 µs in total.
    private static var looks: Int { 12 }

    /// The binary logarithm of the largest number of pauses between two attempts. These pauses take a few microseconds.
    private static var longestPause: Int { 8 }

    /// The number of pauses for which a thread that gives way stays away. They take about as long as it has held the lock.
    private static var pausesAway: Int { 2048 }

    /// The longest time that a thread sleeps before it tries again, in nanoseconds.
    private static var longestSleep: Int { 1_000_000 }

    /// The number of waiting threads.
    private let waiting = Atomic<Int>(0)

    /// Whether a thread may be asleep.
    private let isAwaited = Atomic<Bool>(false)

    /// The word is allocated separately, because a futex is identified by its address.
    private let word: UnsafeMutablePointer<Atomic<UInt32>>

    init() {
      word = .allocate(capacity: 1)
      word.initialize(to: Atomic(Self.free))
    }

    deinit {
      word.deinitialize(count: 1)
      word.deallocate()
    }

    /// Acquires the lock, which this thread must not hold.
    @inline(__always)
    func lock() {
      if !take() { lockTaken() }
    }

    /// Releases the lock, which this thread must hold.
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

    /// Stays away from the lock for some tens of microseconds if another thread is waiting for it.
    ///
    /// Otherwise a thread that has held the lock for a long time, and is about to take it again, would nearly always get
    /// it first. It does not come back as soon as the other thread has taken the lock: that thread could then do one
    /// thing in each of its turns, and a queue that takes the lock for each callback would fall behind more and more.
    func giveWay() {
      guard waiting.load(ordering: .relaxed) > 0 else { return }
      for _ in 0..<Self.pausesAway { Processor.pause() }
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
        // This is also set for other sleeping threads. If this thread takes the lock now, it wakes the next sleeping
        // thread when it releases the lock.
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        if take() { return }
        sandglass_futex_wait(address, Self.taken, Self.longestSleep)
      }
    }

    /// Wakes one sleeping thread. When that thread releases the lock, it wakes the next one.
    @inline(never)
    private func wake() {
      isAwaited.store(false, ordering: .relaxed)
      sandglass_futex_wake(address)
    }

    /// The address of the word for system calls. An atomic value has the same layout as the value itself.
    private var address: UnsafeMutablePointer<UInt32> {
      UnsafeMutableRawPointer(word).assumingMemoryBound(to: UInt32.self)
    }
  }
#endif

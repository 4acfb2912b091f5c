import SandglassCore

// The declarations that a platform must provide to the library.
//
// A platform is a folder beside this file, which declares everything below. If a declaration is missing or has another
// type, the build fails here and names it.
//
// The platform's folder declares `SteadyClock` (package), `WallClock` (public, as is its `now`), `BootSession`,
// `RunningProcess`, `ClockSetObserver`, `ShortLock` and `Processor`. It extends `KernelTimerCalls`, `SystemThread`,
// `FileCalls` and `SuspensionGuard`, which this folder declares for all platforms.
//
// No call goes through these protocols. Callers name the concrete types, so that the compiler calls them directly and
// inlines them. The contract has no cost at run time.

/// The clock that durations are measured on.
protocol PlatformSteadyClock {
  /// The time since boot in nanoseconds, including sleep.
  ///
  /// It cannot be set, and no thread reads less than another thread has read before. Reading it cannot fail, and needs
  /// no lock. It must take no more than tens of nanoseconds, because every timekeeper call reads the clock.
  static var now: Moment { get }
}

extension SteadyClock: PlatformSteadyClock {}

/// The clock that users see and can set.
protocol PlatformWallClock {
  /// The nanoseconds since 1970 in UTC. The clock may jump in either direction. Reading it cannot fail.
  static var now: WallMoment { get }
}

extension WallClock: PlatformWallClock {}

/// Distinguishes one boot of the system from another.
protocol PlatformBootSession {
  /// The boot's identity. It is the same throughout a boot, in every process. It differs after a reboot, and wherever
  /// the steady clock restarts. It is nil if the system does not provide it, so that a kept countdown is never exact
  /// after its process was killed.
  ///
  /// Any thread may read it. It may read a file, and is not used on a hot path.
  static var identity: BootIdentity? { get }
}

extension BootSession: PlatformBootSession {}

/// Identifies processes.
protocol PlatformRunningProcess {
  /// The PID of this process.
  static var number: Int32 { get }

  /// This process. ``OwnProcess`` reads it once.
  static var identity: ProcessIdentity { get }

  /// Whether a process of the same boot is still alive. A zombie counts as ended.
  ///
  /// Returns `unknown` whenever the system does not provide the answer, and never guesses, because two processes might
  /// otherwise report the same end. It reads at most two files.
  static func life(of process: ProcessIdentity) -> ProcessLife
}

extension RunningProcess: PlatformRunningProcess {}

/// A kernel timer, for a timekeeper's alarm.
protocol PlatformKernelTimer {
  /// The calls for a timer on the steady clock, which also runs while the device sleeps.
  ///
  /// The timer never fires early. If its instant has passed, it fires immediately. Each setting replaces the previous
  /// one, and may be made on any thread while another thread waits. If other code closes the descriptor, `set` returns
  /// false or `wait` returns `.failed`. Neither call then blocks forever, or mistakes another file for the timer.
  static var alarm: KernelTimerCalls { get }

  /// Whether that timer supports a leeway. If not, ``KernelTimer/Setting/leeway`` is always zero.
  static var takesLeeway: Bool { get }
}

extension KernelTimerCalls: PlatformKernelTimer {}

/// Reports that the wall clock was set.
protocol PlatformClockSetObserver: AnyObject, Sendable {
  /// Begins to observe. Returns nil if the system refuses.
  ///
  /// - Parameters:
  ///   - changed: Called within moments of each setting, on a thread that holds no lock of the library. One call too
  ///     many does no harm.
  ///   - lost: Called at most once, if the observer cannot continue.
  init?(changed: @escaping @Sendable () -> Void, lost: @escaping @Sendable () -> Void)

  /// Ends the observation for good. May be called on any thread, and does not wait. A pending call may still arrive.
  func invalidate()
}

extension ClockSetObserver: PlatformClockSetObserver {}

/// The lock that ``Locked`` uses.
///
/// It is held for tens of nanoseconds. If the platform allows, acquiring the lock while it is free costs one atomic
/// exchange and no call. A thread that waits for long sleeps. The thread sanitizer must be able to see the lock.
protocol PlatformShortLock: ~Copyable {
  /// Creates an unlocked lock.
  init()

  /// Acquires the lock, which the thread does not hold. Writes that other threads made before releasing it are then
  /// visible.
  func lock()

  /// Releases the lock, which the thread holds.
  func unlock()

  /// Yields the lock to a waiting thread, if there is one. The calling thread does not hold the lock.
  func giveWay()
}

extension ShortLock: PlatformShortLock {}

/// A thread that may wait as long as the process runs.
protocol PlatformSystemThread {
  /// Creates a detached thread that runs ``SystemThread/Start/run(_:)`` once, with a pointer.
  ///
  /// The thread keeps the signal mask of its creator, which has blocked all signals. Returns the error, or zero. After
  /// an error the pointer is not used.
  static func create(_ start: UnsafeMutableRawPointer) -> Int32

  /// Calls `body` once, on the same thread, and then drains the objects that `body` autoreleased.
  static func withAutoreleasePool(_ body: () -> Void)

  /// Gives the calling thread a name of at most 15 bytes, if `name` is not nil, and a user-initiated priority.
  ///
  /// Does nothing if the system has neither.
  static func nameCurrent(_ name: UnsafePointer<CChar>?)
}

extension SystemThread: PlatformSystemThread {}

/// Processor hints, each of which may do nothing. They are always inlined.
protocol PlatformProcessor {
  /// Whether ``prefetch(_:lines:)`` has any effect. If not, callers compute nothing for it.
  static var canPrefetch: Bool { get }

  /// Prefetches some cache lines of 64 bytes. Any address is allowed, and an invalid one must not fault.
  static func prefetch(_ address: UnsafeRawPointer?, lines: Int)

  /// Spins for a few nanoseconds, so that another thread on the same processor can run.
  static func pause()
}

extension Processor: PlatformProcessor {}

/// The file calls that differ between platforms. The rest of ``FileCalls`` is POSIX and shared.
protocol PlatformFileCalls {
  /// Waits until the bytes written to a file are on disk and would survive a loss of power.
  ///
  /// Throws the system's error. Success must mean that the bytes are on disk.
  static func synchronize(_ file: Int32) throws(FileError)

  /// Makes an open file usable while the device is locked; for a folder, the files that are created in it later.
  ///
  /// Does nothing if the system has no such lock, or refuses.
  static func makeUsableWhileLocked(_ file: Int32)
}

extension FileCalls: PlatformFileCalls {}

/// Keeps the system from suspending the process while it holds a file lock.
protocol PlatformSuspensionGuard {
  /// A guard for a change in an open folder; nil if the platform needs none.
  static func forChange(inFolder folder: Int32) -> SuspensionGuard?
}

extension SuspensionGuard: PlatformSuspensionGuard {}

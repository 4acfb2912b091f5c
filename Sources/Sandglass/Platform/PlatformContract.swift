import SandglassCore

// What a platform owes the library.
//
// A platform is a folder beside this file, which defines each piece below. A piece that is missing, or has another type,
// fails the build here by its name.
//
// The system's folder declares `SteadyClock` (package), `WallClock` (public, as is its `now`), `BootSession`,
// `RunningProcess`, `ClockSetObserver`, `ShortLock` and `Processor`. It extends `KernelTimerCalls`, `SystemThread`, `FileCalls` and
// `SuspensionGuard`, which this folder declares for all systems.
//
// No call goes through these protocols: callers name the concrete types, so that the compiler calls them directly and
// inlines them. The contract costs nothing while a program runs.

/// The clock that durations live on.
protocol PlatformSteadyClock {
  /// The time since the boot in nanoseconds, sleep included.
  ///
  /// It cannot be set, and no thread reads less than another has read before. Reading it cannot fail, needs no lock, and
  /// takes tens of nanoseconds: each call of a timekeeper does it.
  static var now: Moment { get }
}

extension SteadyClock: PlatformSteadyClock {}

/// The clock that people see and can set.
protocol PlatformWallClock {
  /// The nanoseconds since 1970 in UTC, by that clock. It may jump either way. Reading it cannot fail.
  static var now: WallMoment { get }
}

extension WallClock: PlatformWallClock {}

/// What tells one boot of the system from another.
protocol PlatformBootSession {
  /// The same throughout a boot, in every process; another one in another boot, and wherever the steady clock begins
  /// anew. Nil where that cannot be known: a kept countdown is then never exact after a kill.
  ///
  /// Any thread may ask. It may read a file, and is not asked on a hot path.
  static var identity: BootIdentity? { get }
}

extension BootSession: PlatformBootSession {}

/// What tells processes from each other.
protocol PlatformRunningProcess {
  /// The number of this process.
  static var number: Int32 { get }

  /// This process. ``OwnProcess`` asks once.
  static var identity: ProcessIdentity { get }

  /// Whether a process of the same boot still lives. One that has died and that its parent has not noticed yet has ended.
  ///
  /// `unknown` is right wherever the system does not say, and must not be guessed: two processes may otherwise tell one
  /// end. It reads a file or two.
  static func life(of process: ProcessIdentity) -> ProcessLife
}

extension RunningProcess: PlatformRunningProcess {}

/// A timer of the kernel, for the alarm of a timekeeper.
protocol PlatformKernelTimer {
  /// The calls for a timer on the steady clock, also through sleep.
  ///
  /// It never fires early. An instant that has passed fires at once. Each setting replaces the one before, and may
  /// come from any thread while another waits. If other code closes the descriptor, `set` returns false or `wait`
  /// returns `.failed`; neither blocks for ever because of it, nor takes somebody else's file for the timer.
  static var alarm: KernelTimerCalls { get }

  /// Whether that timer takes a leeway. If not, ``KernelTimer/Setting/leeway`` is always zero.
  static var takesLeeway: Bool { get }
}

extension KernelTimerCalls: PlatformKernelTimer {}

/// What reports that the wall clock was set.
protocol PlatformClockSetObserver: AnyObject, Sendable {
  /// Begins to observe; nil if the system refuses.
  ///
  /// - Parameters:
  ///   - changed: Called within moments of each setting, on a thread that holds no lock of the library. To call it once
  ///     too often does no harm.
  ///   - lost: Called at most once, if the observer cannot go on.
  init?(changed: @escaping @Sendable () -> Void, lost: @escaping @Sendable () -> Void)

  /// Ends it for good, from any thread, without waiting. A call that is on its way may still come.
  func invalidate()
}

extension ClockSetObserver: PlatformClockSetObserver {}

/// The lock that ``Locked`` is made of.
///
/// It is held for tens of nanoseconds. Taking it while it is free costs one atomic exchange and no call, if the system
/// allows that. Whoever waits for long sleeps. The thread sanitizer has to see it.
protocol PlatformShortLock: ~Copyable {
  /// Makes a lock that is free.
  init()

  /// Takes the lock, which the thread does not hold. What others wrote before they released it is visible then.
  func lock()

  /// Releases the lock, which the thread holds.
  func unlock()

  /// Lets another thread take the lock, if one waits for it. The thread does not hold it.
  func giveWay()
}

extension ShortLock: PlatformShortLock {}

/// A thread, for what waits as long as the process lives.
protocol PlatformSystemThread {
  /// Creates a thread that runs ``SystemThread/Start/run(_:)`` with a pointer, once, and that nobody joins.
  ///
  /// It keeps the mask of signals of its maker, who has blocked all of them. Returns the error, or zero; after an error
  /// the pointer is not used.
  static func create(_ start: UnsafeMutableRawPointer) -> Int32

  /// Calls `body` once, on the same thread, and releases what the system would keep until the end of the thread.
  static func withAutoreleasePool(_ body: () -> Void)

  /// Gives the calling thread a name of at most 15 bytes, if there is one, and the priority of what a user waits for.
  ///
  /// Where the system has neither it does nothing.
  static func nameCurrent(_ name: UnsafePointer<CChar>?)
}

extension SystemThread: PlatformSystemThread {}

/// Hints to the processor, each of which may do nothing. They are always inlined.
protocol PlatformProcessor {
  /// Whether ``prefetch(_:lines:)`` does anything: if not, nothing is computed for it.
  static var canPrefetch: Bool { get }

  /// Prefetches some lines of 64 bytes. The address may be anything, and reading there must not fault.
  static func prefetch(_ address: UnsafeRawPointer?, lines: Int)

  /// Passes some nanoseconds of waiting, to the benefit of another thread on that processor.
  static func pause()
}

extension Processor: PlatformProcessor {}

/// What differs between systems in calls on files; the rest of ``FileCalls`` is POSIX and shared.
protocol PlatformFileCalls {
  /// Waits until what was written to a file is on the disk, and would outlive a loss of power.
  ///
  /// Throws what the system reports. Success must mean that it is there.
  static func synchronize(_ file: Int32) throws(FileError)

  /// Makes an open file usable while the device is locked; of a folder, what is made in it later.
  ///
  /// Where the system knows no such lock, or refuses, it does nothing.
  static func makeUsableWhileLocked(_ file: Int32)
}

extension FileCalls: PlatformFileCalls {}

/// What keeps a system from suspending the process while it has a lock on a file.
protocol PlatformSuspensionGuard {
  /// A guard for a change in an open folder; nil where the system needs none.
  static func forChange(inFolder folder: Int32) -> SuspensionGuard?
}

extension SuspensionGuard: PlatformSuspensionGuard {}

import SandglassCore

// The declarations that a platform must provide to the library.
//
// Each platform has a folder next to this file, which declares everything below. If a declaration is missing or has a
// different type, the build fails here, and the compiler names the declaration.
//
// The platform's folder declares `SteadyClock` (package), `WallClock`, `BootSession`, `RunningProcess`, `ClockSetObserver`,
// `ShortLock` and `Processor`. It extends `KernelTimerCalls`, `SystemThread` and `FileCalls`, which are declared next to
// this file for all platforms.
//
// No call goes through these protocols. Callers use the concrete types, so that the compiler can call their methods
// directly and inline them. The contract therefore has no cost at run time.

/// The clock with which durations are measured.
protocol PlatformSteadyClock {
  /// The time since boot in nanoseconds, including sleep.
  ///
  /// The clock cannot be set, and no thread reads an earlier time than another thread has already read. Reading the
  /// clock cannot fail, and does not require a lock. It must not take more than a few tens of nanoseconds, because
  /// every timekeeper call reads the clock.
  static var now: Moment { get }

  /// The time since boot in nanoseconds, without sleep. It is as fast to read, and runs at the same rate.
  static var awake: Moment { get }
}

extension SteadyClock: PlatformSteadyClock {}

/// The clock that users see and can set.
protocol PlatformWallClock {
  /// The current time, in nanoseconds since 1970 in UTC. The clock may jump in either direction. Reading it cannot
  /// fail.
  static var now: WallMoment { get }
}

extension WallClock: PlatformWallClock {}

/// Distinguishes one boot of the system from another.
protocol PlatformBootSession {
  /// The boot's identity. It is the same in every process throughout a boot. It is different after a reboot, and
  /// whenever the steady clock restarts. It is nil if the system does not provide an identity. In that case, a kept
  /// countdown is never exact after its process was killed.
  ///
  /// This property can be read on any thread. It may read a file, and is not used on a hot path.
  static var identity: BootIdentity? { get }
}

extension BootSession: PlatformBootSession {}

/// Identifies processes.
protocol PlatformRunningProcess {
  /// The PID of this process.
  static var number: Int32 { get }

  /// The identity of this process. ``OwnProcess`` reads it only once.
  static var identity: ProcessIdentity { get }

  /// Returns whether a process of the same boot is still alive. A zombie is reported as ended.
  ///
  /// Returns `unknown` whenever the system does not provide this information. It must not guess, because two processes
  /// might then report the same end. It reads at most two files.
  static func life(of process: ProcessIdentity) -> ProcessLife
}

extension RunningProcess: PlatformRunningProcess {}

/// A kernel timer, for a timekeeper's alarm.
protocol PlatformKernelTimer {
  /// The calls for a timer on the steady clock, which keeps running while the device sleeps.
  ///
  /// The timer never fires early. If its instant has passed, it fires immediately. Each setting replaces the previous
  /// one, and can be made on any thread while another thread is waiting. If other code closes the descriptor, `set` and
  /// `isOpen` return false, and `take` returns `.failed`. None of them mistakes a different file for the timer.
  static var alarm: KernelTimerCalls { get }

  /// Whether that timer supports a leeway. If not, ``KernelTimer/Setting/leeway`` is always zero.
  static var takesLeeway: Bool { get }
}

extension KernelTimerCalls: PlatformKernelTimer {}

/// Reports that the wall clock was set.
protocol PlatformClockSetObserver: AnyObject, Sendable {
  /// Creates an observer, which begins to observe immediately. Returns nil if the system refuses.
  ///
  /// - Parameters:
  ///   - changed: The closure to call soon after each time that the clock is set. The calling thread must not hold any
  ///     of the library's locks. An unnecessary call does no harm.
  ///   - lost: The closure to call at most once, if the observer cannot continue.
  init?(changed: @escaping @Sendable () -> Void, lost: @escaping @Sendable () -> Void)

  /// Ends the observation permanently. Can be called on any thread, and does not wait. A pending call may still be
  /// made.
  func invalidate()
}

extension ClockSetObserver: PlatformClockSetObserver {}

/// The lock that ``Locked`` uses.
///
/// The lock is held for a few tens of nanoseconds. If the platform allows it, acquiring a free lock costs one atomic
/// exchange and no function call. A thread that waits for a long time sleeps. The thread sanitizer must be able to
/// recognise the lock.
protocol PlatformShortLock: ~Copyable {
  /// Creates a lock that is not held.
  init()

  /// Acquires the lock, which the calling thread does not hold. Writes that other threads made before releasing the
  /// lock are then visible.
  func lock()

  /// Releases the lock, which the calling thread holds.
  func unlock()

  /// Yields the lock to the threads that are waiting for it, if there are any, and lets them take it many times if the
  /// platform allows that. The calling thread does not hold the lock.
  func giveWay()
}

extension ShortLock: PlatformShortLock {}

/// A thread that can wait for as long as the process runs.
protocol PlatformSystemThread {
  /// Creates a detached thread that runs ``SystemThread/Start/run(_:)`` once, with the given pointer.
  ///
  /// The thread inherits the signal mask of its creator, which has blocked all signals. Returns the error code, or
  /// zero. After an error, the pointer is not used.
  static func create(_ start: UnsafeMutableRawPointer) -> Int32

  /// Calls `body` once, on the same thread, and then drains the objects that `body` autoreleased.
  static func withAutoreleasePool(_ body: () -> Void)

  /// Gives the calling thread a name of at most 15 bytes, if `name` is not nil, and sets its quality of service to
  /// user-initiated.
  ///
  /// If the system does not support one of these, it is omitted.
  static func nameCurrent(_ name: UnsafePointer<CChar>?)
}

extension SystemThread: PlatformSystemThread {}

/// Processor hints, each of which may do nothing. They are always inlined.
protocol PlatformProcessor {
  /// Whether ``prefetch(_:lines:)`` has any effect. If not, callers do not compute any addresses for it.
  static var canPrefetch: Bool { get }

  /// Prefetches the given number of cache lines of 64 bytes. Any address is allowed, and an invalid address must not
  /// cause a fault.
  static func prefetch(_ address: UnsafeRawPointer?, lines: Int)

  /// Spins for a few nanoseconds, so that another hardware thread of the same core can run.
  static func pause()
}

extension Processor: PlatformProcessor {}

/// The file calls that differ between platforms. The rest of ``FileCalls`` is POSIX and shared.
protocol PlatformFileCalls {
  /// Waits until the bytes written to a file are on disk and would survive a loss of power.
  ///
  /// Throws the system's error. If this does not throw, the bytes must be on disk.
  static func synchronize(_ file: Int32) throws(FileError)

  /// Whether ``synchronizeFileSystem(of:)`` is available. If not, callers synchronise each file.
  static var synchronizesFileSystems: Bool { get }

  /// Waits until all bytes that were written to the file system of an open folder are on disk, as ``synchronize(_:)``
  /// does for one file.
  static func synchronizeFileSystem(of folder: Int32) throws(FileError)

  /// Returns the canonical path of an existing file or folder; nil if there is none, or it cannot be accessed.
  ///
  /// All paths of a folder must have the same result. The result is an absolute path without links.
  static func resolved(_ path: String) -> String?

  /// Makes an open file usable while the device is locked. For a folder, this applies to the files that are created in
  /// it later.
  ///
  /// Does nothing if the system does not lock files, or if it refuses.
  static func makeUsableWhileLocked(_ file: Int32)
}

extension FileCalls: PlatformFileCalls {}

import Dispatch
import Synchronization

/// The shutdown that a signal has requested, and the time limits that apply to it.
///
/// A write to a pipe blocks if nothing reads from the pipe, and a change to a disk that hangs
/// blocks too. A signal still ends the program within two seconds, for these reasons:
///
/// - The main actor never makes such a call itself. Another thread makes the call, and the main
///   actor waits for that thread only in ``result(grace:limit:of:)``.
/// - Signals arrive on their own queue, which never waits. The first signal that ends the program
///   is stored here and wakes the main actor, whose waits are short from then on. Each wait lasts
///   until its grace period after the signal is over, or for ``leastWait`` if that is later.
/// - An operation that is not done in time is given up for good, so it costs only one such wait.
/// - Nothing needs to be restored, because a thread that is still blocked ends with the process.
///   The mode of the output is never changed, because other processes may share it.
/// - If all of this fails, for example because there is no thread, the kernel's timer ends the
///   program. ``SignalPipe`` sets that timer in the signal handler.
///
/// There is one exception: a disk call that the kernel does not interrupt holds the process until
/// the disk responds. Until then, not even `kill -9` ends the process.
enum Shutdown {
  /// How long after the signal the program waits for its output.
  static let outputGrace = DispatchTimeInterval.milliseconds(250)

  /// How long after the signal the program waits for its records.
  static let recordGrace = DispatchTimeInterval.milliseconds(1400)

  /// How long after the signal the kernel ends the program, in microseconds.
  static let lastResort = 1_850_000

  /// The minimum time for any wait, so that an earlier wait for a hung disk does not cost the last
  /// line.
  private static let leastWait = DispatchTimeInterval.milliseconds(150)

  /// Called on the main actor in the middle of a wait when a signal arrives, so that the handler
  /// has as much time as possible.
  @MainActor static var onSignal: ((Signal) -> Void)?

  private struct State {
    var signal: Signal?
    var start = DispatchTime.distantFuture

    /// Wakes the main actor.
    var waiting: DispatchSemaphore?
  }

  private static let state = Mutex(State())

  /// The signal that is ending the program, once there is one.
  static var signal: Signal? { state.withLock(\.signal) }

  /// Starts the shutdown. Only the first signal counts.
  static func begin(with signal: Signal) {
    state.withLock { state in
      guard state.signal == nil else { return }
      state.signal = signal
      state.start = .now()
      state.waiting?.signal()
    }
  }

  /// Waits for the result of an operation on another thread.
  ///
  /// - Parameters:
  ///   - grace: How long to wait after a signal that ends the program.
  ///   - limit: How long to wait without a signal; nil to wait forever.
  ///   - begin: Starts the operation on another thread. The operation passes its result to the
  ///     closure.
  /// - Returns: The result, or nil if it did not arrive in time.
  @MainActor
  static func result<Result: Sendable>(
    grace: DispatchTimeInterval, limit: DispatchTimeInterval? = nil,
    of begin: (@escaping @Sendable (Result) -> Void) -> Void
  ) -> Result? {
    let start = DispatchTime.now()
    let awaited = Awaited<Result>()
    state.withLock { $0.waiting = awaited.changed }
    defer { state.withLock { $0.waiting = nil } }
    begin { awaited.set($0) }
    while true {
      let patience = limit.map { start + $0 } ?? .distantFuture
      let deadline = state.withLock { state in
        state.signal == nil ? patience : min(patience, max(state.start + grace, start + leastWait))
      }
      let wasWoken = awaited.changed.wait(timeout: deadline) == .success
      if let result = awaited.result { return result }
      if !wasWoken { return nil }
      // The signal has woken this thread, so there is a new deadline.
      if let signal { onSignal?(signal) }
    }
  }
}

/// A result that the main actor waits for.
private final class Awaited<Result: Sendable>: Sendable {
  /// Signalled when the result is available, and when the deadline is brought forward.
  let changed = DispatchSemaphore(value: 0)

  private let value = Mutex<Result?>(nil)

  var result: Result? { value.withLock { $0 } }

  func set(_ result: Result) {
    value.withLock { $0 = result }
    changed.signal()
  }
}

import Dispatch
import Sandglass

/// The shutdown that a signal has requested, and the time limits that apply to it.
///
/// A write to a pipe can block if nothing reads from the pipe, and a write to a hung disk blocks
/// too. A signal still ends the program within two seconds, for these reasons:
///
/// - The main actor never makes such a call itself. Another thread makes the call, and the main
///   actor waits for that thread only in ``result(grace:limit:of:)``.
/// - Signals arrive on their own queue, which never waits. The first signal that ends the program
///   is stored here and wakes the main actor, whose waits are short from then on. Each wait ends
///   when its grace period after the signal is over, but not before ``leastWait`` has passed.
/// - If an operation is not done in time, the program never waits for it again, so it costs only
///   one such wait.
/// - Nothing needs to be restored, because a thread that is still blocked ends with the process.
///   The mode of the output is never changed, because other processes may share it.
/// - If all of this fails, for example because no thread can be started, the kernel's timer ends
///   the program. ``SignalPipe`` sets that timer in the signal handler.
///
/// There is one exception. If the kernel cannot interrupt a disk operation, the process cannot exit
/// until the disk responds. Until then, not even `kill -9` ends the process.
enum Shutdown {
  /// How long after the signal the program waits for its output.
  static let outputGrace = DispatchTimeInterval.milliseconds(250)

  /// How long after the signal the program waits for its records.
  static let recordGrace = DispatchTimeInterval.milliseconds(1400)

  /// How long after the signal the kernel ends the program, in microseconds.
  static let lastResort = 1_850_000

  /// The minimum time for any wait, so that the last line is still printed after a long wait for a
  /// hung disk.
  static let leastWait = DispatchTimeInterval.milliseconds(150)

  /// Called on the main actor if a signal arrives during a wait, before the wait continues. The
  /// program can therefore react early, for example by cancelling countdowns.
  @MainActor static var onSignal: ((Signal) -> Void)?

  private struct State {
    var signal: Signal?
    var start = DispatchTime.distantFuture

    /// The semaphore that the main actor is waiting for; nil if it is not waiting.
    var waiting: DispatchSemaphore?
  }

  private static let state = Locked(State())

  /// The signal that is ending the program, once there is one.
  static var signal: Signal? { state.withLock(\.signal) }

  /// Starts the shutdown. Only the first signal has an effect.
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
  ///     closure that `begin` receives. The minimum time for the wait begins when `begin` returns.
  /// - Returns: The result, or nil if it did not arrive in time.
  @MainActor
  static func result<Result: Sendable>(
    grace: DispatchTimeInterval, limit: DispatchTimeInterval? = nil,
    of begin: (@escaping @Sendable (Result) -> Void) -> Void
  ) -> Result? {
    let awaited = Awaited<Result>()
    state.withLock { $0.waiting = awaited.changed }
    defer { state.withLock { $0.waiting = nil } }
    begin { awaited.set($0) }
    let start = DispatchTime.now()
    while true {
      let signalTime = state.withLock { $0.signal == nil ? nil : $0.start }
      let deadline = deadline(start: start, signal: signalTime, grace: grace, limit: limit)
      let wasWoken = awaited.changed.wait(timeout: deadline) == .success
      if let result = awaited.result { return result }
      if !wasWoken { return nil }
      // The signal has woken this thread, so there is a new deadline.
      if let signal { onSignal?(signal) }
    }
  }

  /// Returns when to stop waiting for a result.
  ///
  /// - Parameters:
  ///   - start: When the wait began.
  ///   - signal: When the signal that ends the program arrived; nil if there is none.
  ///   - grace: How long to wait after the signal.
  ///   - limit: How long to wait without a signal; nil to wait forever.
  /// - Returns: The end of the wait.
  static func deadline(
    start: DispatchTime, signal: DispatchTime?, grace: DispatchTimeInterval,
    limit: DispatchTimeInterval?
  ) -> DispatchTime {
    let patience = limit.map { start + $0 } ?? .distantFuture
    guard let signal else { return patience }
    return min(patience, max(signal + grace, start + leastWait))
  }
}

/// A result that the main actor waits for.
private final class Awaited<Result: Sendable>: Sendable {
  /// Signalled when the result is available, and when a signal brings the deadline forward.
  let changed = DispatchSemaphore(value: 0)

  private let value = Locked<Result?>(nil)

  var result: Result? { value.withLock { $0 } }

  func set(_ result: Result) {
    value.withLock { $0 = result }
    changed.signal()
  }
}

import Dispatch
import Synchronization

/// The end that a signal has asked for, and how long the program still waits for anything then.
///
/// A write to a pipe that nobody reads blocks, and so does a change to a disk that hangs. A signal
/// ends the program within two seconds all the same, and for these reasons:
///
/// - The main actor never makes such a call. It has another thread make it, and waits for that
///   thread in ``result(grace:limit:of:)`` alone.
/// - Signals arrive on a queue of their own, which waits for nothing. The first that ends the
///   program is noted here and wakes the main actor, whose waits are short from then on: each
///   lasts until its grace after the signal is over, and at least ``leastWait``.
/// - What is not done in time is given up for good, so that it costs one such wait.
/// - Nothing needs to be set back: a thread that is still blocked dies with the process. The
///   output's own mode stays as it is, which other processes may share.
/// - Should all of this fail, as without a thread, the kernel's timer ends the program:
///   ``SignalPipe`` sets it in the handler of the signal.
///
/// One thing is out of reach: a disk call that the kernel itself does not interrupt holds the
/// process until the disk answers. Not even `kill -9` ends it before.
enum Shutdown {
  /// How long after the signal the program waits for its output.
  static let outputGrace = DispatchTimeInterval.milliseconds(250)

  /// How long after the signal the program waits for its records.
  static let recordGrace = DispatchTimeInterval.milliseconds(1400)

  /// How long after the signal the kernel ends the program, in microseconds.
  static let lastResort = 1_850_000

  /// How long anything is waited for, so that a disk that hung does not cost the last line.
  private static let leastWait = DispatchTimeInterval.milliseconds(150)

  /// What to do at once when the signal comes while the main actor waits, so that it has all the
  /// time there is. Called on the main actor, in the middle of the wait.
  @MainActor static var onSignal: ((Signal) -> Void)?

  private struct State {
    var signal: Signal?
    var start = DispatchTime.distantFuture

    /// What wakes the main actor.
    var waiting: DispatchSemaphore?
  }

  private static let state = Mutex(State())

  /// The signal that ends the program, once there has been one.
  static var signal: Signal? { state.withLock(\.signal) }

  /// Has the program end; the first signal counts.
  static func begin(with signal: Signal) {
    state.withLock { state in
      guard state.signal == nil else { return }
      state.signal = signal
      state.start = .now()
      state.waiting?.signal()
    }
  }

  /// Waits for the result of what another thread does.
  ///
  /// - Parameters:
  ///   - grace: How long to wait after a signal that ends the program.
  ///   - limit: How long to wait without a signal; nil to wait for ever.
  ///   - begin: Has another thread do it, and hand over the result.
  /// - Returns: The result; nil if it did not come in time.
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
      // Woken by the signal: the deadline is another one now.
      if let signal { onSignal?(signal) }
    }
  }
}

/// A result that is waited for.
private final class Awaited<Result: Sendable>: Sendable {
  /// Signalled when the result is there, and when the wait is to be shorter.
  let changed = DispatchSemaphore(value: 0)

  private let value = Mutex<Result?>(nil)

  var result: Result? { value.withLock { $0 } }

  func set(_ result: Result) {
    value.withLock { $0 = result }
    changed.signal()
  }
}

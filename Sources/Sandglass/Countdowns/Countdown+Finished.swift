import Dispatch
public import SandglassCore

extension Countdown {
  /// Waits for the end of the current run, or of the first run if none has begun.
  ///
  /// If the latest run has already ended, its end is returned immediately, even if the countdown is counting past zero.
  ///
  /// ```swift
  /// let end = await Countdown.started(.seconds(10)).finished()
  /// ```
  ///
  /// - Returns: The end of the run: the run has finished, it was cancelled, or another process has delivered its
  ///   finish. Nil if the task is cancelled, which does not affect the countdown.
  @discardableResult
  public func finished() async -> CountdownEnd? {
    await EndWaiter(on: timekeeper).end(of: self)
  }
}

/// A task that waits for the end of a countdown.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
private final class EndWaiter: @unchecked Sendable {
  private enum Phase {
    case waiting
    case ended(CountdownEnd)
    case cancelled
  }

  private let timekeeper: Timekeeper
  private var wait: Wait
  private var phase = Phase.waiting

  init(on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
    wait = Wait(observer: timekeeper.waitObserver)
  }

  /// Waits for the end. Returns nil if the task is cancelled.
  func end(of countdown: Countdown) async -> CountdownEnd? {
    countdown.addBinding(.wait, with: self, on: Self.queue) { waiter, event in
      if case .end(let end, _) = event { waiter.settle(with: end) }
    }
    // The latest run is checked only after the binding has been added, so that no end is missed.
    if let end = countdown.pastEnd { settle(with: end) }
    await withTaskCancellationHandler {
      // The continuation is resumed exactly once: either here, or by the wait, which takes it over.
      await withUnsafeContinuation { continuation in
        timekeeper.perform { state, _ in
          if case .waiting = phase {
            wait.begin(continuation)
          } else {
            state.effects.woken.append(continuation)
          }
        }
      }
    } onCancel: {
      settle(.cancelled)
    }
    countdown.unbind(self)
    return timekeeper.withLock { if case .ended(let end) = phase { end } else { nil } }
  }

  /// The queue on which waiters receive ends. Nothing else uses it, so it is never busy for long.
  private static let queue = DispatchQueue(label: "sandglass ends")

  private func settle(with end: CountdownEnd) {
    settle(.ended(end))
  }

  private func settle(_ next: Phase) {
    timekeeper.perform { state, _ in
      guard case .waiting = phase else { return }
      phase = next
      wait.end(in: &state)
    }
  }
}

extension Countdown {
  /// The end of the latest run; nil during a run, and while the run's finish is pending.
  fileprivate var pastEnd: CountdownEnd? {
    timekeeper.perform { state, now in
      advance(to: now, in: &state)
      return core.isFinishPending(at: now, on: timekeeper) ? nil : end(of: core)
    }
  }
}

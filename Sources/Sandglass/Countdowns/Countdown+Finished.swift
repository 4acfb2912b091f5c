import Dispatch
public import SandglassCore

extension Countdown {
  /// Waits until the present start has ended, or the first one if none has begun.
  ///
  /// A start that has ended already is not waited for, and overtime has finished: that end is returned at once.
  ///
  /// ```swift
  /// let end = await Countdown.started(.seconds(10)).finished()
  /// ```
  ///
  /// - Returns: How it ended: finished, cancelled, or told by another process. Nil if the task is or was cancelled; the
  ///   countdown runs on.
  @discardableResult
  public func finished() async -> CountdownEnd? {
    await EndWaiter(on: timekeeper).end(of: self)
  }
}

/// A task that waits for the end of a countdown.
// Sendable: everything mutable is touched under the timekeeper's lock alone.
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

  /// Waits for the end; nil if the task is cancelled.
  func end(of countdown: Countdown) async -> CountdownEnd? {
    countdown.bind(.wait, with: self, on: Self.queue) { waiter, event in
      if case .end(let end, _) = event { waiter.settle(with: end) }
    }
    // Afterwards, so that no end comes in between.
    if let end = countdown.pastEnd { settle(with: end) }
    await withTaskCancellationHandler {
      // It is resumed once: here, or by the wait that takes it over.
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

  /// Where waiters are told: nothing but these calls keeps it busy.
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
  /// How it has ended; nil while it lasts, and for a finish that is about to be told since nobody has heard of it.
  fileprivate var pastEnd: CountdownEnd? {
    timekeeper.perform { state, now in
      advance(to: now, in: &state)
      return core.keeping?.ownership.isEndToBeTold == true ? nil : core.machine.end
    }
  }
}

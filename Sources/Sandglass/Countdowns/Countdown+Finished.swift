import Dispatch
public import SandglassCore

extension Countdown {
  /// Waits for the end of the current run, or of the first run if none has begun.
  ///
  /// If the latest run has already ended, its end is returned immediately, even if the countdown is counting past zero.
  /// After a ``reset()`` of a run that had finished, this waits for the next run.
  ///
  /// ```swift
  /// let end = await Countdown.started(.seconds(10)).finished()
  /// ```
  ///
  /// - Returns: The end of the run: the run has finished, it was cancelled, or another process has delivered its
  ///   finish. Nil if the task is cancelled, which does not affect the countdown.
  @discardableResult
  public func finished() async -> CountdownEnd? {
    let end = Awaited<CountdownEnd?>(on: timekeeper)
    addBinding(.wait, with: end, on: .ends) { end, event in
      if case .end(let latest, _) = event { end.settle(with: latest) }
    }
    // The latest run is checked only after the binding has been added, so that no end is missed.
    if let latest = pastEnd { end.settle(with: latest) }
    let outcome = await withTaskCancellationHandler {
      await end.value()
    } onCancel: {
      end.settle(with: nil)
    }
    unbind(end)
    return outcome
  }
}

extension DispatchQueue {
  /// The queue on which waiting tasks receive ends. Nothing else uses it, so it is never busy for long.
  fileprivate static let ends = DispatchQueue(label: "sandglass ends")
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

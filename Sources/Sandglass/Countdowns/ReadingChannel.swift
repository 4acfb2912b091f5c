import SandglassCore

/// The way of the readings to one iterator: it keeps the newest one until that is taken.
// Sendable: everything mutable is touched under the timekeeper's lock alone.
final class ReadingChannel: @unchecked Sendable {
  private enum Phase {
    case empty
    case holding(Reading)

    /// Holding the last reading, after the finish.
    case last(Reading)
    case ended
  }

  private let timekeeper: Timekeeper
  private var wait: Wait
  private var phase = Phase.empty

  /// When the reading that is held was taken.
  private var moment = Moment.origin

  /// What hears whether the reader has seen the end.
  private var telling: FinishTelling?

  init(on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
    wait = Wait(observer: timekeeper.waitObserver)
  }

  /// Whether it still takes readings; a task that was cancelled takes none.
  var isOpen: Bool {
    switch phase {
    case .empty, .holding: true
    case .last, .ended: false
    }
  }

  /// Keeps a reading in place of one that was not taken, which counts as missed.
  func put(_ reading: Reading, in state: inout TimekeeperState) {
    switch phase {
    case .empty: phase = .holding(reading)
    case .holding(let untaken): phase = .holding(reading.replacing(untaken))
    case .last, .ended: return
    }
    moment = state.now
    wait.wake(in: &state)
  }

  /// Ends the readings with the one that was not taken yet, if there is one.
  ///
  /// - Parameters:
  ///   - telling: What hears whether the reader has seen that.
  ///   - state: What the timekeeper guards.
  func finish(telling: FinishTelling? = nil, in state: inout TimekeeperState) {
    switch phase {
    case .holding(let untaken): phase = .last(untaken)
    case .empty: end(in: &state)
    case .last, .ended: return
    }
    telling?.begin()
    self.telling = telling
  }

  /// Ends the readings at once.
  func end(in state: inout TimekeeperState) {
    phase = .ended
    report(isHandled: false, in: &state)
    wait.end(in: &state)
  }

  /// The next reading; nil after the end, or when the task is cancelled.
  func next(isolation: isolated (any Actor)?) async -> Reading? {
    await withTaskCancellationHandler {
      while true {
        switch take() {
        case .holding(let reading), .last(let reading): return reading
        case .ended: return nil
        case .empty: await waitForReading(isolation: isolation)
        }
      }
    } onCancel: {
      timekeeper.perform { state, _ in end(in: &state) }
    }
  }

  /// Reports whether the end was seen. What hears of that may have the last reference to the countdown, which must not
  /// be released under the lock.
  private func report(isHandled: Bool, in state: inout TimekeeperState) {
    guard let telling = telling.take() else { return }
    telling.report(isHandled: isHandled, in: &state)
    state.effects.discarded.append(telling)
  }

  private func take() -> Phase {
    timekeeper.perform { state, now in
      let taken = phase
      switch taken {
      case .holding(let reading):
        phase = .empty
        // It may have waited for the reader: less remains now.
        return .holding(reading.told(at: now, takenAt: moment))
      case .last:
        phase = .ended
        wait.end(in: &state)
      case .ended:
        report(isHandled: true, in: &state)
      case .empty: break
      }
      return taken
    }
  }

  private func waitForReading(isolation: isolated (any Actor)?) async {
    // It is resumed once: here, or by the wait that takes it over.
    await withUnsafeContinuation(isolation: isolation) { continuation in
      timekeeper.perform { state, _ in
        guard case .empty = phase else {
          state.effects.woken.append(continuation)
          return
        }
        wait.begin(continuation)
      }
    }
  }
}

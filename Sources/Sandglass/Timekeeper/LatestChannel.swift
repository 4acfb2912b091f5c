import SandglassCore

/// What a channel hands on: a later one may take the place of an earlier one.
protocol LatestElement: Sendable {
  /// This one as the successor of one that was never taken.
  func replacing(_ untaken: Self) -> Self

  /// This one, which was put into the channel at one moment, as it is taken at a later one.
  func told(at now: Moment, takenAt moment: Moment) -> Self
}

extension StopwatchReading: LatestElement {
  /// The same: a reading tells of its own moment.
  func told(at now: Moment, takenAt moment: Moment) -> StopwatchReading { self }
}

/// The way to one iterator: it keeps the newest element until that is taken.
// Sendable: everything mutable is touched under the timekeeper's lock alone.
class LatestChannel<Element: LatestElement>: @unchecked Sendable {
  private enum Phase {
    case empty
    case holding(Element)

    /// Holding the last element, after the end.
    case last(Element)
    case ended
  }

  private let timekeeper: Timekeeper
  private var wait: Wait
  private var phase = Phase.empty

  /// When the element that is held was put here.
  private var moment = Moment.origin

  init(on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
    wait = Wait(observer: timekeeper.waitObserver)
  }

  /// Whether it still takes elements; for a task that was cancelled it takes none.
  final var isOpen: Bool {
    switch phase {
    case .empty, .holding: true
    case .last, .ended: false
    }
  }

  /// Keeps an element in place of one that was not taken.
  final func put(_ element: Element, in state: inout TimekeeperState) {
    switch phase {
    case .empty: phase = .holding(element)
    case .holding(let untaken): phase = .holding(element.replacing(untaken))
    case .last, .ended: return
    }
    moment = state.now
    wait.wake(in: &state)
  }

  /// Ends after the element that was not taken yet, if there is one.
  final func finish(in state: inout TimekeeperState) {
    switch phase {
    case .holding(let untaken): phase = .last(untaken)
    case .empty: end(in: &state)
    case .last, .ended: return
    }
  }

  /// Ends at once.
  final func end(in state: inout TimekeeperState) {
    phase = .ended
    noteEnd(isSeen: false, in: &state)
    wait.end(in: &state)
  }

  /// The channel is at its end, and whoever iterates has seen that or never will; it may be told more than once.
  func noteEnd(isSeen: Bool, in state: inout TimekeeperState) {}

  /// The next element; nil after the end, or when the task is cancelled.
  final func next(isolation: isolated (any Actor)?) async -> Element? {
    await withTaskCancellationHandler {
      while true {
        switch take() {
        case .holding(let element), .last(let element): return element
        case .ended: return nil
        case .empty: await waitForElement(isolation: isolation)
        }
      }
    } onCancel: {
      timekeeper.perform { state, _ in end(in: &state) }
    }
  }

  private func take() -> Phase {
    timekeeper.perform { state, now in
      let taken = phase
      switch taken {
      case .holding(let element):
        phase = .empty
        // It may have waited to be taken.
        return .holding(element.told(at: now, takenAt: moment))
      case .last:
        phase = .ended
        wait.end(in: &state)
      case .ended:
        noteEnd(isSeen: true, in: &state)
      case .empty: break
      }
      return taken
    }
  }

  private func waitForElement(isolation: isolated (any Actor)?) async {
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

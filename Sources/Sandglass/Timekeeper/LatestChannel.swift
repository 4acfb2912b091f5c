import SandglassCore

/// An element of a channel. A later element may replace an earlier one.
protocol LatestElement: Sendable {
  /// Returns this element as the replacement for an element that was never taken.
  func replacing(_ untaken: Self) -> Self

  /// Returns this element, which entered the channel at `moment`, in the form in which it is delivered at `now`.
  func reported(at now: Moment, takenAt moment: Moment) -> Self
}

extension StopwatchReading: LatestElement {
  /// Returns the same reading, because a stopwatch's reading describes its own moment.
  func reported(at now: Moment, takenAt moment: Moment) -> StopwatchReading { self }
}

/// Delivers elements to one iterator. The channel holds the newest element until the iterator takes it.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
class LatestChannel<Element: LatestElement>: @unchecked Sendable {
  private enum Phase {
    case empty
    case holding(Element)

    /// The channel has ended, but still holds its final element.
    case last(Element)
    case ended
  }

  private let timekeeper: Timekeeper
  private var wait: Wait
  private var phase = Phase.empty

  /// When the held element entered the channel.
  private var moment = Moment.origin

  init(on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
    wait = Wait(observer: timekeeper.waitObserver)
  }

  /// Whether the channel still accepts elements. It stops accepting them once its task is cancelled.
  final var isOpen: Bool {
    switch phase {
    case .empty, .holding: true
    case .last, .ended: false
    }
  }

  /// Holds an element, replacing one that was not taken.
  final func put(_ element: Element, in state: inout TimekeeperState) {
    switch phase {
    case .empty: phase = .holding(element)
    case .holding(let untaken): phase = .holding(element.replacing(untaken))
    case .last, .ended: return
    }
    moment = state.now
    wait.wake(in: &state)
  }

  /// Ends the channel once the pending element has been taken, if there is one.
  final func finish(in state: inout TimekeeperState) {
    switch phase {
    case .holding(let untaken): phase = .last(untaken)
    case .empty: end(in: &state)
    case .last, .ended: return
    }
  }

  /// Ends the channel immediately.
  final func end(in state: inout TimekeeperState) {
    phase = .ended
    noteEnd(isSeen: false, in: &state)
    wait.end(in: &state)
  }

  /// Notes that the channel has ended, and whether the iterator has reached the end. May be called more than once.
  func noteEnd(isSeen: Bool, in state: inout TimekeeperState) {}

  /// Waits for the next element. Returns nil after the end, or if the task is cancelled.
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
        // The element may have waited here before it was taken.
        return .holding(element.reported(at: now, takenAt: moment))
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
    // The continuation is resumed exactly once: either here, or by the wait, which takes it over.
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

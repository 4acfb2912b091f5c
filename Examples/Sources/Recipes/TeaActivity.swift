#if os(Linux) || os(iOS)
  import Foundation
  import Sandglass

  #if !os(Linux)
    import ActivityKit
  #endif

  struct TeaAttributes: ActivityAttributes {
    /// The arguments of `Text(timerInterval:pauseTime:)`.
    struct ContentState: Codable, Hashable, Sendable {
      var range: ClosedRange<Date>
      var pauseDate: Date?
    }
  }

  /// Keeps a Live Activity in step with a countdown. Nothing is sent on a tick.
  @MainActor
  final class TeaActivity {
    private let tea: Countdown
    private var activity: Activity<TeaAttributes>?
    // The calls are asynchronous, and must not overtake each other.
    private var latest: Task<Void, Never>?

    init(of tea: Countdown) {
      self.tea = tea
      activity = Activity<TeaAttributes>.activities.first
      tea.onChange(with: self) { activity, change in activity.follow(change) }
    }

    private func follow(_ change: CountdownChange) {
      switch change.kind {
      case .started, .paused, .resumed, .extended, .corrected, .phaseEnded, .wentBack: show()
      case .finished, .cancelled: end()
      case .milestone, .overtime, .overtimeStopped: break
      }
    }

    private func show() {
      let (range, pauseDate) = (tea.interval.dates, tea.interval.pauseDate)
      let content = ActivityContent(
        state: TeaAttributes.ContentState(range: range, pauseDate: pauseDate),
        staleDate: pauseDate == nil ? range.upperBound : nil)
      guard let activity else {
        // The user may have turned Live Activities off; the countdown does not need them.
        activity = try? Activity.request(attributes: TeaAttributes(), content: content)
        return
      }
      afterLatest { await activity.update(content) }
    }

    private func end() {
      guard let ended = activity else { return }
      activity = nil
      afterLatest { await ended.end(nil, dismissalPolicy: .immediate) }
    }

    /// Returns when all calls so far have been made.
    func settled() async { await latest?.value }

    private func afterLatest(_ call: @escaping @Sendable () async -> Void) {
      latest = Task { [latest] in
        await latest?.value
        await call()
      }
    }
  }
#endif

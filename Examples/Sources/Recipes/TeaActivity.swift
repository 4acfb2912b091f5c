#if os(Linux) || os(iOS)
  import Foundation
  import Sandglass

  #if os(Linux)
    import AppleStandIns
  #else
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
  final class TeaActivity: TeaPresence {
    private let tea: Countdown
    /// Whether an activity has yet to begin for this run. The system refuses one while the app is in the background.
    private var isMissing = false
    // The calls are asynchronous, and must not overtake each other.
    private var latest: Task<Void, Never>?

    init(of tea: Countdown) {
      self.tea = tea
      tea.onChange(with: self) { activity, change in activity.follow(change) }
    }

    private func follow(_ change: CountdownChange) {
      switch change.kind {
      case .milestone, .overtime, .overtimeStopped, .reset: return
      case .started: isMissing = true
      case .paused, .resumed, .extended, .corrected, .pausedAsleep, .phaseEnded, .wentBack,
        .undone:
        break
      case .finished, .cancelled: isMissing = false
      }
      send()
    }

    /// Call this also when the app has become active: an activity that could not begin in the background begins then.
    func refresh() async {
      send()
      await latest?.value
    }

    private func send() {
      let content = tea.activityContent
      latest = Task { [latest, isMissing] in
        await latest?.value
        if await Self.show(content, mayBegin: isMissing) { self.isMissing = false }
      }
    }

    /// Shows the content in the activity, and ends the activity if there is none. Returns whether there is an activity.
    ///
    /// Activities are not Sendable. So they are looked up here, and never leave this function.
    nonisolated private static func show(
      _ content: ActivityContent<TeaAttributes.ContentState>?, mayBegin: Bool
    ) async -> Bool {
      // The user may have removed one, and does not want another one for this run.
      let shown = Activity<TeaAttributes>.activities.filter {
        $0.activityState == .active || $0.activityState == .stale
      }
      for activity in shown {
        if let content {
          await activity.update(content)
        } else {
          await activity.end(nil, dismissalPolicy: .immediate)
        }
      }
      guard let content else { return false }
      guard shown.isEmpty, mayBegin else { return !shown.isEmpty }
      // The user may have turned Live Activities off; the countdown does not need them.
      return (try? Activity.request(attributes: TeaAttributes(), content: content)) != nil
    }
  }

  extension Countdown {
    /// What a Live Activity shows of this countdown; nil if it shows nothing.
    fileprivate var activityContent: ActivityContent<TeaAttributes.ContentState>? {
      guard state == .running || state == .paused else { return nil }
      let (range, pauseDate) = (timerInterval.dates, timerInterval.pauseDate)
      return ActivityContent(
        state: TeaAttributes.ContentState(range: range, pauseDate: pauseDate),
        staleDate: pauseDate == nil ? range.upperBound : nil)
    }
  }
#endif

#if os(Linux) || os(iOS)
  import Foundation

  #if os(Linux)
    import AppleStandIns
  #else
    import ActivityKit
    import AlarmKit
    import AppIntents
    import SwiftUI
    import WidgetKit
  #endif

  // What the widget extension shows on the Lock Screen and in the Dynamic Island. It reads no record: the state is that
  // of the activity.

  /// The Live Activity of `TeaActivity`.
  struct TeaActivityWidget: Widget {
    var body: some WidgetConfiguration {
      ActivityConfiguration(for: TeaAttributes.self) { context in
        TeaCount(state: context.state, isDone: context.isStale)
      } dynamicIsland: { context in
        island(TeaCount(state: context.state, isDone: context.isStale))
      }
    }
  }

  /// The Live Activity of an alarm. The system asks for it while the alarm counts down or is paused, and may dismiss an
  /// alarm without one.
  @available(iOS 26.1, *)
  struct TeaAlarmWidget: Widget {
    var body: some WidgetConfiguration {
      ActivityConfiguration(for: AlarmAttributes<TeaAlarmData>.self) { context in
        TeaCount(state: TeaAttributes.ContentState(context.state.mode), isDone: false)
      } dynamicIsland: { context in
        island(TeaCount(state: TeaAttributes.ContentState(context.state.mode), isDone: false))
      }
    }
  }

  /// The number, and the button that pauses it.
  struct TeaCount: View {
    /// What is shown; nil while an alarm alerts.
    let state: TeaAttributes.ContentState?
    let isDone: Bool

    var body: some View {
      HStack {
        if let state, !isDone {
          Text(timerInterval: state.range, pauseTime: state.pauseDate).monospacedDigit()
          if state.pauseDate == nil {
            Button(intent: PauseTea()) { Image(systemName: "pause.circle") }
          }
        } else {
          Text("Done")
        }
      }
    }
  }

  @MainActor
  private func island(_ count: TeaCount) -> DynamicIsland {
    DynamicIsland {
      DynamicIslandExpandedRegion(.center) { count }
    } compactLeading: {
      Image(systemName: "cup.and.saucer")
    } compactTrailing: {
      count
    } minimal: {
      Image(systemName: "cup.and.saucer")
    }
  }

  @available(iOS 26.1, *)
  extension TeaAttributes.ContentState {
    /// The same state as an alarm's; nil while it alerts.
    init?(_ mode: AlarmPresentationState.Mode) {
      switch mode {
      case .countdown(let countdown):
        let beginning = countdown.startDate - countdown.previouslyElapsedDuration
        self.init(range: min(beginning, countdown.fireDate)...countdown.fireDate)
      case .paused(let paused):
        let now = Date.now
        let beginning = now - paused.previouslyElapsedDuration
        self.init(range: beginning...beginning + paused.totalCountdownDuration, pauseDate: now)
      case .alert: return nil
      @unknown default: return nil
      }
    }
  }
#endif

#if os(Linux) || os(iOS)
  import Foundation
  import Sandglass

  #if !os(Linux)
    import AlarmKit
    import SwiftUI
  #endif

  @available(iOS 26.1, *)
  struct TeaAlarmData: AlarmMetadata {}

  /// An alarm that the system sounds at the end of a countdown, also in silent mode.
  @available(iOS 26.1, *)
  @MainActor
  final class TeaAlarm {
    private let tea: Countdown
    private let id: UUID
    // The calls are asynchronous, and must not overtake each other.
    private var latest: Task<Void, Never>?

    init(of tea: Countdown, id: UUID) {
      self.tea = tea
      self.id = id
      tea.onChange(with: self) { alarm, change in alarm.follow(change) }
    }

    private func follow(_ change: CountdownChange) {
      let id = id
      switch change.kind {
      case .started: schedule(after: change.reading.remaining)
      case .paused: afterLatest { try? AlarmManager.shared.pause(id: id) }
      case .resumed: afterLatest { try? AlarmManager.shared.resume(id: id) }
      case .extended, .corrected, .phaseEnded, .wentBack:
        afterLatest { try? AlarmManager.shared.cancel(id: id) }
        schedule(after: change.reading.remaining)
        if change.reading.state == .paused {
          afterLatest { try? AlarmManager.shared.pause(id: id) }
        }
      case .cancelled: afterLatest { try? AlarmManager.shared.cancel(id: id) }
      case .finished, .milestone, .overtime, .overtimeStopped: break
      }
    }

    private func schedule(after remaining: Duration) {
      let id = id
      afterLatest {
        let alert = AlarmPresentation.Alert(title: "The tea is ready")
        let countdown = AlarmPresentation.Countdown(title: "Tea")
        let attributes = AlarmAttributes<TeaAlarmData>(
          presentation: AlarmPresentation(alert: alert, countdown: countdown), tintColor: .green)
        let configuration = AlarmManager.AlarmConfiguration.timer(
          duration: remaining / .seconds(1), attributes: attributes)
        _ = try? await AlarmManager.shared.schedule(id: id, configuration: configuration)
      }
    }

    /// Returns when all calls so far have been made.
    func settled() async { await latest?.value }

    private func afterLatest(_ call: @escaping @Sendable () async -> Void) {
      latest = Task { [latest] in
        await latest?.value
        await call()
      }
    }

    /// Follows what the user does on the Lock Screen, until its task is cancelled.
    func followUser() async {
      for await alarms in AlarmManager.shared.alarmUpdates {
        switch alarms.first(where: { $0.id == id })?.state {
        case .paused: tea.pause()
        case .countdown: tea.resume()
        default: break
        }
      }
    }
  }
#endif

#if os(Linux) || os(iOS)
  import Foundation
  import Sandglass

  #if os(Linux)
    import AppleStandIns
  #else
    import ActivityKit
    import AlarmKit
    import SwiftUI
  #endif

  @available(iOS 26.1, *)
  struct TeaAlarmData: AlarmMetadata {}

  /// An alarm that the system sounds at the end of a countdown, also in silent mode.
  @available(iOS 26.1, *)
  @MainActor
  final class TeaAlarm: TeaPresence {
    private let tea: Countdown
    private let id: UUID
    private let timekeeper: Timekeeper

    /// The state of the system's alarm, as far as it is known.
    private var known = TeaAlarmState.none

    /// Whether the countdown is being changed to what the alarm is, which is not sent back.
    private var isAdopting = false

    /// The error of the latest call that failed, such as a missing authorisation. The countdown runs all the same.
    private(set) var error: (any Error)?

    // The calls are asynchronous, and must not overtake each other.
    private var latest: Task<Void, Never>?
    private var unfinished = 0

    /// Whether the system has the alarm, as the latest process to change it saw. An alarm that is missing was either
    /// removed by the user, perhaps while no process was there, or was never scheduled.
    private var isScheduled: Bool {
      get { UserDefaults.standard.bool(forKey: "alarm \(id)") }
      set { UserDefaults.standard.set(newValue, forKey: "alarm \(id)") }
    }

    init(of tea: Countdown, id: UUID, on timekeeper: Timekeeper = .shared) {
      self.tea = tea
      self.id = id
      self.timekeeper = timekeeper
      if let alarms = try? AlarmManager.shared.alarms { adopt(alarms) }
      tea.onChange(with: self) { alarm, change in alarm.follow(change) }
    }

    // MARK: - From the countdown to the alarm

    private func follow(_ change: CountdownChange) {
      switch change.kind {
      case .milestone, .overtime, .overtimeStopped, .reset: break
      // The alarm sounds, and the user stops it.
      case .finished:
        known = .none
        isScheduled = false
      case .started, .paused, .resumed, .extended, .corrected, .pausedAsleep, .phaseEnded,
        .wentBack, .undone, .cancelled:
        send()
      }
    }

    func refresh() async {
      if unfinished == 0, let alarms = try? AlarmManager.shared.alarms { adopt(alarms) }
      send()
      await latest?.value
    }

    private func send() {
      guard !isAdopting else { return }
      let now = Date(timekeeper.wallNow)
      let wanted = state(at: now)
      let calls = known.calls(to: wanted, at: now)
      known = wanted
      guard !calls.isEmpty else { return }
      unfinished += 1
      latest = Task { [latest, id] in
        await latest?.value
        do {
          for call in calls { try await Self.perform(call, id) }
          isScheduled = wanted != .none
        } catch {
          self.error = error
          known = .none
          isScheduled = false
        }
        unfinished -= 1
      }
    }

    private func state(at now: Date) -> TeaAlarmState {
      switch tea.state {
      case .running: .running(until: now + tea.remaining / .seconds(1))
      case .paused: .paused(remaining: tea.remaining / .seconds(1))
      case .idle, .overtime, .finished: .none
      }
    }

    /// Makes a call. The manager is not Sendable, so it is looked up here, and never leaves this function.
    nonisolated private static func perform(_ call: TeaAlarmState.Call, _ id: UUID) async throws {
      switch call {
      case .schedule(let duration):
        let configuration = AlarmManager.AlarmConfiguration.timer(
          duration: duration, attributes: attributes)
        _ = try await AlarmManager.shared.schedule(id: id, configuration: configuration)
      case .pause: try AlarmManager.shared.pause(id: id)
      case .resume: try AlarmManager.shared.resume(id: id)
      case .cancel: try AlarmManager.shared.cancel(id: id)
      }
    }

    nonisolated private static var attributes: AlarmAttributes<TeaAlarmData> {
      let pause = AlarmButton(text: "Pause", textColor: .blue, systemImageName: "pause.circle")
      let resume = AlarmButton(text: "Resume", textColor: .blue, systemImageName: "play.circle")
      let presentation = AlarmPresentation(
        alert: AlarmPresentation.Alert(title: "The tea is ready"),
        countdown: AlarmPresentation.Countdown(title: "Tea", pauseButton: pause),
        paused: AlarmPresentation.Paused(title: "Tea, paused", resumeButton: resume))
      return AlarmAttributes(presentation: presentation, tintColor: .green)
    }

    // MARK: - From the alarm to the countdown

    /// Follows what the user does on the Lock Screen, until its task is cancelled.
    func followUser() async {
      for await alarms in AlarmManager.shared.alarmUpdates where unfinished == 0 {
        adopt(alarms)
      }
    }

    /// Changes the countdown to what the user has made of the alarm. The alarm knows when that was, although this process
    /// may learn of it long after that.
    private func adopt(_ alarms: [Alarm]) {
      guard alarms.contains(where: { $0.id == id }) else {
        // The user has removed it.
        if isScheduled { tea.cancel() }
        known = .none
        isScheduled = false
        return
      }
      let activities = Activity<AlarmAttributes<TeaAlarmData>>.activities
      let mode = activities.first { $0.content.state.alarmID == id }?.content.state.mode
      guard let mode, let seen = TeaAlarmState(mode) else { return }
      // What is as this process has left it is not the user's doing.
      guard known.differs(from: seen, at: Date(timekeeper.wallNow)) else { return }
      known = seen
      isAdopting = true
      defer { isAdopting = false }
      switch seen {
      case .none: break
      case .paused(let remaining):
        tea.pause()
        tea.extend(by: .seconds(remaining) - tea.remaining)
      case .running(let end):
        tea.resume()
        tea.moveEnd(to: end)
      }
    }
  }

  @available(iOS 26.1, *)
  extension TeaAlarmState {
    /// The state of an alarm; nil while it alerts.
    fileprivate init?(_ mode: AlarmPresentationState.Mode) {
      switch mode {
      case .countdown(let countdown): self = .running(until: countdown.fireDate)
      case .paused(let paused):
        self = .paused(
          remaining: paused.totalCountdownDuration - paused.previouslyElapsedDuration)
      case .alert: return nil
      @unknown default: return nil
      }
    }
  }
#endif

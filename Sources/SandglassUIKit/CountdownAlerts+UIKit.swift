#if STAND_INS || (canImport(UIKit) && !os(watchOS))
  import Foundation
  import Observation
  public import Sandglass
  import SandglassCore
  #if STAND_INS
    public import SandglassStandIns
  #else
    public import UserNotifications
  #endif

  /// Local notifications for countdowns that end, or reach a milestone, while the app is in the background.
  ///
  /// A notification is scheduled as soon as its countdown runs, so it is shown even if the app crashes or the user
  /// quits it. If the countdown is paused or cancelled, the notification is withdrawn. If the countdown is extended or
  /// shortened, the notification is moved.
  ///
  /// While the app is in the foreground, no notification is shown, because the app reports the event itself, for
  /// example in `onFinish(with:_:)`. The notification is scheduled for one second after the event, and it is withdrawn
  /// when the event occurs. This class never sets the delegate of the notification centre. The system calls the
  /// delegate only if the main thread is blocked for longer than that second, or if a notification that an earlier
  /// launch has scheduled becomes due before its alert is added again.
  ///
  /// An ``ApplicationLink`` notifies its alerts when the app moves to the background and when it returns. While the app
  /// is in the background, notifications are scheduled for the exact moment of the event, and the system shows them at
  /// that moment.
  ///
  /// The system limits the number of pending notifications, so only the soonest events are scheduled. ``isFull`` is
  /// true while other events are not scheduled. The app must ask the user for permission to show notifications. Without
  /// permission, the system does not show them. An alert holds its countdown weakly, but the timekeeper retains a
  /// running countdown until its end.
  ///
  /// Control characters, directional overrides and invisible characters are removed from the title, subtitle and body
  /// of a notification, so text that another user has written cannot mislead the reader.
  ///
  /// Not available on tvOS, where a notification has no title, text or sound.
  @MainActor
  @available(tvOS, unavailable, message: "On tvOS a notification has no title, text or sound.")
  public final class CountdownAlerts: AwayAlerts {
    /// The maximum number of pending notifications that the system keeps for one app. It discards any others.
    public static let systemLimit = 64

    /// How long after its event a notification is scheduled while the app is in the foreground.
    private static let delayInFront = Duration.seconds(1)

    private let center: UNUserNotificationCenter
    private let timekeeper: Timekeeper
    private var schedule: AlertSchedule
    private var alerts: [String: CountdownAlert] = [:]
    private var isInFront = true

    /// Fires when the next notification is due, so that another event may be scheduled in its place.
    private var timer: OneShotTimer?

    /// Creates the alerts of an app. They treat the app as being in the foreground until an ``ApplicationLink`` calls
    /// ``enterBackground()``.
    ///
    /// - Parameters:
    ///   - center: The notification centre of the app.
    ///   - timekeeper: The timekeeper of the countdowns.
    ///   - limit: The maximum number of scheduled notifications, clamped to the range from zero to ``systemLimit``. A
    ///     limit below the system's leaves room for other notifications of the app.
    public init(
      center: UNUserNotificationCenter,
      timekeeper: Timekeeper = .shared,
      limit: Int = CountdownAlerts.systemLimit
    ) {
      self.center = center
      self.timekeeper = timekeeper
      schedule = AlertSchedule(limit: min(max(0, limit), CountdownAlerts.systemLimit))
    }

    /// Whether the limit keeps some events from being scheduled.
    ///
    /// The soonest events are scheduled. While the process runs, the others are scheduled as slots become free. If the
    /// process does not run, the system does not show the others.
    public var isFull: Bool { schedule.isFull }

    /// Returns the id of the alert that a notification belongs to; nil if the notification does not belong to an alert.
    /// An app can use this id to show the countdown when the user taps the notification.
    ///
    /// - Parameter request: The request of the notification.
    /// - Returns: The id that was passed to ``add(_:as:content:milestones:phases:)``.
    public static func id(of request: UNNotificationRequest) -> String? {
      AlertSchedule.id(ofIdentifier: request.identifier)
    }
  }

  // MARK: - Adding and removing

  @available(tvOS, unavailable)
  extension CountdownAlerts {
    /// Alerts the user to each event of `countdown` that occurs while the app is in the background.
    ///
    /// This method withdraws all pending notifications that an earlier launch of the app has scheduled with the same
    /// id. If the countdown's record is not available yet, for example because the device has not been unlocked, they
    /// are withdrawn when the countdown has been read. Call ``remove(_:)`` at launch for each id that is not added again.
    ///
    /// - Parameters:
    ///   - countdown: The countdown, in any state. The alert follows all of its runs.
    ///   - id: The id of the alert. An earlier alert with the same id is replaced.
    ///   - content: The content of the notification for the finish.
    ///   - milestones: The contents of the notifications for milestones, such as one minute before the end. They need
    ///     not be milestones of the countdown itself. If the countdown has phases, they apply to each phase.
    ///   - phases: Returns the content of the notification for the end of a phase; nil for no notification. The
    ///     notification for the finish, which is the end of the last phase, always has `content`. The closure is called
    ///     repeatedly. It must always return the same content for a phase, and must not add or remove alerts.
    public func add(
      _ countdown: Countdown, as id: String, content: UNNotificationContent,
      milestones: [Milestone: UNNotificationContent] = [:],
      phases: @escaping @MainActor (Phase) -> UNNotificationContent? = { _ in nil }
    ) {
      let alert = CountdownAlert(
        countdown, as: id, content: content, milestones: milestones, phaseContent: phases)
      let isUnread = countdown.isUnread
      if isUnread { forget(id) } else { withdraw(id) }
      alert.hasEarlierNotifications = isUnread
      alerts[id] = alert
      _ = hasNewFinish(alert)
      observe(alert)
      update()
    }

    /// Removes the alert with the given id, and withdraws its notifications.
    public func remove(_ id: String) {
      withdraw(id)
      update()
    }

    /// Removes all alerts, and withdraws their notifications.
    public func removeAll() {
      for id in alerts.keys { withdraw(id) }
      update()
    }

    private func forget(_ id: String) {
      alerts[id] = nil
      schedule.remove(id)
    }

    private func withdraw(_ id: String) {
      forget(id)
      withdrawAllNotifications(of: id)
    }

    /// Withdraws the notifications of an alert, including those that an earlier launch has scheduled.
    private func withdrawAllNotifications(of id: String) {
      center.removePendingNotificationRequests(withIdentifiers: AlertSchedule.identifiers(of: id))
    }
  }

  // MARK: - Moving to the background and back

  @available(tvOS, unavailable)
  extension CountdownAlerts {
    /// Schedules all notifications for the exact moments of their events. ``ApplicationLink`` calls this method when
    /// the app has moved to the background.
    public func enterBackground() {
      guard isInFront else { return }
      update(isRenewed: true) { isInFront = false }
    }

    /// Schedules all notifications for one second after their events. ``ApplicationLink`` calls this method when the
    /// app is about to return to the foreground.
    public func enterForeground() {
      guard !isInFront else { return }
      update(isRenewed: true) { isInFront = true }
    }
  }

  // MARK: - Following the countdowns

  @available(tvOS, unavailable)
  extension CountdownAlerts {
    /// Observes the countdown until its next change.
    private func observe(_ alert: CountdownAlert) {
      guard let countdown = alert.countdown else { return }
      withObservationTracking {
        _ = countdown.endsAt
        _ = countdown.phaseIndex
        _ = countdown.end
      } onChange: { [weak self, weak alert] in
        // Countdowns notify their observers on the main actor.
        MainActor.assumeIsolated {
          if let alert { self?.follow(alert) }
        }
      }
    }

    private func follow(_ alert: CountdownAlert) {
      guard alerts[alert.id] === alert else { return }
      observe(alert)
      guard alert.look() else { return }
      if alert.hasEarlierNotifications {
        alert.hasEarlierNotifications = false
        withdrawAllNotifications(of: alert.id)
      }
      update()
      // A finish may not have a scheduled notification, because the countdown was shortened to zero or because other
      // events were due sooner.
      if hasNewFinish(alert), !isInFront {
        add(alert.finishContent, as: schedule.identifier(of: alert.id), after: .zero)
      }
    }

    private func hasNewFinish(_ alert: CountdownAlert) -> Bool {
      alert.finish.map { schedule.note(finish: $0, of: alert.id) } ?? false
    }

    /// Adds notifications to the system and withdraws others, so that the soonest events are scheduled.
    ///
    /// - Parameters:
    ///   - isRenewed: Whether to schedule again the notifications that are already pending.
    ///   - move: Notes that the app has moved to the foreground or to the background. Notifications that have become
    ///     due are handled as if the app had not moved yet.
    private func update(isRenewed: Bool = false, move: () -> Void = {}) {
      if isRenewed {
        // A countdown to a wall-clock time may have been corrected by less than is reported.
        for alert in alerts.values where alert.look() { _ = hasNewFinish(alert) }
      }
      let now = timekeeper.now
      let wanted = alerts.values.flatMap { $0.events(after: now, limit: schedule.limit + 1) }
      let isInFront = isInFront
      move()
      let changes = schedule.update(
        to: wanted, at: now, isInFront: isInFront, isRenewed: isRenewed)
      if !changes.withdrawn.isEmpty {
        center.removePendingNotificationRequests(withIdentifiers: changes.withdrawn)
      }
      for addition in changes.added {
        guard let alert = alerts[addition.key.id] else { continue }
        let delay = self.isInFront ? Self.delayInFront : .zero
        add(
          alert.content(for: addition.key.event), as: addition.identifier,
          after: addition.moment - now + delay)
      }
      waitForNext(from: now)
    }

    private func waitForNext(from now: Moment) {
      timer = schedule.nextMoment.map {
        OneShotTimer(after: $0 - now, with: self, on: timekeeper) { alerts, _ in alerts.update() }
      }
    }

    private func add(
      _ content: UNNotificationContent, as identifier: String, after delay: Duration
    ) {
      // The system rejects an interval of zero.
      let seconds = max(delay / .seconds(1), 0.001)
      let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
      center.add(
        UNNotificationRequest(identifier: identifier, content: content, trigger: trigger),
        withCompletionHandler: nil)
    }
  }
#endif

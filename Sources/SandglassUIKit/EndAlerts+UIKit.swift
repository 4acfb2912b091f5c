#if os(Linux) || (canImport(UIKit) && !os(watchOS))
  import Foundation
  import Observation
  public import Sandglass
  #if os(Linux)
    public import SandglassUserNotificationsStandIn
  #else
    public import UserNotifications
  #endif

  /// Notifications that alert the user to countdowns that end while the app is in the background.
  ///
  /// ``ApplicationLink`` schedules the alerts when the app enters the background and withdraws them
  /// when the app returns. In between, while the process runs, each alert follows its countdown. If
  /// the countdown is paused or cancelled, the alert is withdrawn. If the countdown is extended or
  /// shortened, the alert is moved. At the finish the alert is left to the system, which shows it
  /// at that moment.
  ///
  /// The system keeps a limited number of pending notifications for each app, so only the soonest
  /// ends are scheduled. The app must ask the user for permission to show notifications. Without
  /// permission nothing is shown. An alert holds its countdown weakly, but a running countdown
  /// stays alive until its end.
  ///
  /// While the app is in the background, each countdown with an alert ticks as if it were
  /// displayed.
  ///
  /// Not available on tvOS, where a notification has no title, text or sound.
  @MainActor
  @available(tvOS, unavailable, message: "On tvOS a notification has no title, text or sound.")
  public final class EndAlerts: AwayAlerts {
    /// The maximum number of pending notifications that the system keeps for one app. It drops the
    /// latest ones beyond that.
    public static let systemLimit = 64

    private let center: UNUserNotificationCenter
    private let timekeeper: Timekeeper
    private let limit: Int
    private var alerts: [String: EndAlert] = [:]
    private var isAway = false

    /// The number of times that the app has left. Changes observed during an earlier absence are
    /// ignored.
    private var trip = 0

    /// Creates the end alerts of an app or an extension.
    ///
    /// - Parameters:
    ///   - center: The notification centre of the app.
    ///   - timekeeper: The timekeeper of the countdowns.
    ///   - limit: The maximum number of scheduled alerts. A limit below the system's leaves room
    ///     for other notifications of the app. A negative limit counts as zero.
    public init(
      center: UNUserNotificationCenter,
      timekeeper: Timekeeper = .shared,
      limit: Int = EndAlerts.systemLimit
    ) {
      self.center = center
      self.timekeeper = timekeeper
      self.limit = max(0, limit)
    }
  }

  // MARK: - Adding and removing

  @available(tvOS, unavailable)
  extension EndAlerts {
    /// Alerts the user at the end of `countdown` if the app is away then.
    ///
    /// This withdraws a pending notification that an earlier launch of the app has scheduled with
    /// the same id.
    ///
    /// - Parameters:
    ///   - countdown: The countdown, in any state. The alert follows all of its runs.
    ///   - id: The id of the alert. An earlier alert with the same id is replaced.
    ///   - content: The content of the notification.
    public func add(_ countdown: Countdown, as id: String, content: UNNotificationContent) {
      remove(id)
      let alert = EndAlert(countdown, as: id, content: content)
      alerts[id] = alert
      guard isAway else { return }
      observe(alert)
      look(at: alert)
      plan()
    }

    /// Removes the alert with the given id.
    public func remove(_ id: String) {
      center.removePendingNotificationRequests(withIdentifiers: EndAlert.identifiers(of: id))
      alerts[id] = nil
      if isAway { plan() }
    }
  }

  // MARK: - Leaving and returning

  @available(tvOS, unavailable)
  extension EndAlerts {
    /// Schedules the alerts. ``ApplicationLink`` calls this when the app enters the background.
    public func schedule() {
      guard !isAway else { return }
      isAway = true
      trip += 1
      for alert in alerts.values {
        observe(alert)
        look(at: alert)
      }
      plan()
    }

    /// Withdraws the alerts. ``ApplicationLink`` calls this when the app is about to enter the
    /// foreground.
    public func withdraw() {
      guard isAway else { return }
      isAway = false
      withdraw(alerts.values.filter { $0.scheduled != nil })
      for alert in alerts.values { alert.deadline = nil }
    }

    /// Observes the next change of the countdown's state or reading.
    private func observe(_ alert: EndAlert) {
      guard let countdown = alert.countdown else { return }
      let trip = trip
      withObservationTracking {
        _ = countdown.reading
      } onChange: { [weak self, weak alert] in
        // Countdowns notify their observers on the main actor.
        MainActor.assumeIsolated {
          if let alert { self?.follow(alert, on: trip) }
        }
      }
    }

    private func follow(_ alert: EndAlert, on trip: Int) {
      guard isAway, trip == self.trip, alerts[alert.id] === alert else { return }
      observe(alert)
      guard hasChanged(alert) else { return }
      leaveIfDue(alert)
      tellIfFinished(alert)
      look(at: alert)
      plan()
    }

    /// Returns whether the countdown has changed since it was last read, other than by counting on.
    private func hasChanged(_ alert: EndAlert) -> Bool {
      let deadline = alert.countdown?.deadline
      guard let deadline else { return alert.deadline != nil || alert.finish != alert.knownFinish }
      return !isSame(alert.deadline, deadline)
    }

    /// Stores the countdown's current deadline and its latest finish.
    private func look(at alert: EndAlert) {
      alert.deadline = alert.countdown?.deadline
      alert.knownFinish = alert.finish
    }

    /// Leaves an alert that is due to the system, which shows it now.
    private func leaveIfDue(_ alert: EndAlert) {
      guard let scheduled = alert.scheduled, scheduled - timekeeper.now < jitter else { return }
      alert.leave()
    }

    /// Shows an alert at once for a finish that had no scheduled alert, because the countdown was
    /// shortened to zero or because other countdowns were due sooner.
    private func tellIfFinished(_ alert: EndAlert) {
      guard let finish = alert.finish, finish != alert.knownFinish else { return }
      if let left = alert.left, isSame(left, finish) { return }
      schedule(alert, for: finish)
      alert.leave()
    }
  }

  // MARK: - Scheduling

  @available(tvOS, unavailable)
  extension EndAlerts {
    /// Schedules the soonest ends and withdraws all other alerts.
    private func plan() {
      let running = alerts.values.compactMap { alert in
        alert.deadline.map { (alert: alert, deadline: $0) }
      }
      let soonest = running.sorted {
        ($0.deadline, $0.alert.id) < ($1.deadline, $1.alert.id)
      }.prefix(limit)

      let kept = Set(soonest.map(\.alert.id))
      withdraw(alerts.values.filter { $0.scheduled != nil && !kept.contains($0.id) })
      for (alert, deadline) in soonest where !isSame(alert.scheduled, deadline) {
        schedule(alert, for: deadline)
      }
    }

    private func schedule(_ alert: EndAlert, for deadline: Moment) {
      // The system rejects an interval of zero.
      let seconds = max((deadline - timekeeper.now) / .seconds(1), 0.001)
      let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
      center.add(
        UNNotificationRequest(
          identifier: alert.identifier, content: alert.content, trigger: trigger),
        withCompletionHandler: nil)
      alert.scheduled = deadline
    }

    private func withdraw(_ obsolete: [EndAlert]) {
      guard !obsolete.isEmpty else { return }
      center.removePendingNotificationRequests(withIdentifiers: obsolete.map(\.identifier))
      for alert in obsolete { alert.scheduled = nil }
    }

    /// Returns whether two readings of a deadline belong to the same deadline.
    private func isSame(_ one: Moment?, _ other: Moment) -> Bool {
      guard let one else { return false }
      return max(one, other) - min(one, other) < jitter
    }

    /// The maximum difference between two readings of one deadline. They differ because each
    /// reading combines two clock readings, and time passes between them.
    private var jitter: Duration { .milliseconds(1) }
  }
#endif

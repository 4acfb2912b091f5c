#if os(Linux) || (canImport(UIKit) && !os(watchOS))
  import Foundation
  import Observation
  public import Sandglass
  #if os(Linux)
    public import SandglassUserNotificationsStandIn
  #else
    public import UserNotifications
  #endif

  /// Tells the user, by a notification of the system, of countdowns that end while the app is away.
  ///
  /// ``ApplicationLink`` schedules the alerts when the app leaves the front and withdraws them when
  /// it returns. In between, as long as the process runs, each follows its countdown: it is
  /// withdrawn when that is paused or cancelled, and moved when that is extended or shortened. At
  /// the finish it is left to the system, which shows it at that very moment.
  ///
  /// The system keeps a limited number of pending notifications of an app: the soonest ends are
  /// scheduled. The user's permission to show notifications is the app's to ask for; without it
  /// nothing is shown. A countdown is held weakly, but a running one lives until its end.
  ///
  /// While the app is away, each countdown with an alert ticks as if somebody looked at it.
  ///
  /// Not available on tvOS, where a notification has no title, text or sound.
  @MainActor
  @available(tvOS, unavailable, message: "On tvOS a notification has no title, text or sound.")
  public final class EndAlerts: AwayAlerts {
    /// How many pending notifications the system keeps of one app; it drops the latest beyond that.
    public static let systemLimit = 64

    private let center: UNUserNotificationCenter
    private let timekeeper: Timekeeper
    private let limit: Int
    private var alerts: [String: EndAlert] = [:]
    private var isAway = false

    /// The number of the latest leave, so that what was observed on an earlier one is ignored.
    private var trip = 0

    /// Makes the end alerts of an app, or of an extension.
    ///
    /// - Parameters:
    ///   - center: The notification centre of the app.
    ///   - timekeeper: What keeps the time of the countdowns.
    ///   - limit: How many alerts to schedule at most; less than the system's limit leaves room for
    ///     other notifications of the app. A negative limit counts as zero.
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

  // MARK: - Which countdowns

  @available(tvOS, unavailable)
  extension EndAlerts {
    /// Alerts the user at the end of `countdown` if the app is away then.
    ///
    /// What an earlier launch of the app has left pending under the same name is withdrawn.
    ///
    /// - Parameters:
    ///   - countdown: The countdown, in any state; every start of it is followed.
    ///   - id: What names the alert; an earlier one of that name is replaced.
    ///   - content: What the notification shows.
    public func add(_ countdown: Countdown, as id: String, content: UNNotificationContent) {
      remove(id)
      let alert = EndAlert(countdown, as: id, content: content)
      alerts[id] = alert
      guard isAway else { return }
      observe(alert)
      look(at: alert)
      plan()
    }

    /// Alerts the user no more at the end of the countdown that was added under `id`.
    public func remove(_ id: String) {
      center.removePendingNotificationRequests(withIdentifiers: EndAlert.identifiers(of: id))
      alerts[id] = nil
      if isAway { plan() }
    }
  }

  // MARK: - Leaving and returning

  @available(tvOS, unavailable)
  extension EndAlerts {
    /// Schedules the alerts: the app has left the front. ``ApplicationLink`` calls this.
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

    /// Withdraws the alerts: the app comes to the front. ``ApplicationLink`` calls this.
    public func withdraw() {
      guard isAway else { return }
      isAway = false
      withdraw(alerts.values.filter { $0.scheduled != nil })
      for alert in alerts.values { alert.deadline = nil }
    }

    /// Follows the next change of the countdown, in its state or its reading.
    private func observe(_ alert: EndAlert) {
      guard let countdown = alert.countdown else { return }
      let trip = trip
      withObservationTracking {
        _ = countdown.reading
      } onChange: { [weak self, weak alert] in
        // Countdowns tell their observers on the main actor.
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

    /// Whether more has happened to the countdown since the last look than that it has gone on.
    private func hasChanged(_ alert: EndAlert) -> Bool {
      let deadline = alert.countdown?.deadline
      guard let deadline else { return alert.deadline != nil || alert.finish != alert.knownFinish }
      return !isSame(alert.deadline, deadline)
    }

    /// Notes when the countdown ends now, and how it has ended before.
    private func look(at alert: EndAlert) {
      alert.deadline = alert.countdown?.deadline
      alert.knownFinish = alert.finish
    }

    /// An alert that is due is left to the system, which shows it now.
    private func leaveIfDue(_ alert: EndAlert) {
      guard let scheduled = alert.scheduled, scheduled - timekeeper.now < jitter else { return }
      alert.leave()
    }

    /// A finish for which no alert was scheduled is told at once: the countdown was shortened to
    /// nothing, or others ended sooner.
    private func tellIfFinished(_ alert: EndAlert) {
      guard let finish = alert.finish, finish != alert.knownFinish else { return }
      if let left = alert.left, isSame(left, finish) { return }
      schedule(alert, for: finish)
      alert.leave()
    }
  }

  // MARK: - What the system is told

  @available(tvOS, unavailable)
  extension EndAlerts {
    /// Schedules the soonest ends, and withdraws all other alerts.
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
      // The system refuses an interval of nothing.
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

    /// Whether two looks at a deadline saw the same one.
    private func isSame(_ one: Moment?, _ other: Moment) -> Bool {
      guard let one else { return false }
      return max(one, other) - min(one, other) < jitter
    }

    /// By how much two looks at one deadline may differ, since the clock goes on between the two
    /// readings that make a look.
    private var jitter: Duration { .milliseconds(1) }
  }
#endif

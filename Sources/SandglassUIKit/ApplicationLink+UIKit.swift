#if STAND_INS || (canImport(UIKit) && !os(watchOS))
  import Foundation
  public import Sandglass
  #if STAND_INS
    public import SandglassStandIns
  #else
    public import UIKit
  #endif

  /// Connects a timekeeper to the life cycle of an app. Create a link at launch and retain it.
  ///
  /// When the app moves to the background, the link requests background time if a countdown claims it, and from then on
  /// the system shows the alerts. When the app returns to the foreground, the link ends the background time, notifies
  /// the alerts so that the system no longer shows them, and fires every timer that has become due. On tvOS there are
  /// no alerts.
  ///
  /// An app extension does not have a shared application and does not need a link. An app with scenes has one link, and
  /// is in the background while all of its scenes are.
  @MainActor
  public final class ApplicationLink {
    /// When the system shows the alerts, instead of the app.
    public enum AlertTime: Sendable {
      /// While the app is in the background. This is right on a phone, on a tablet and on a TV.
      case inBackground

      /// Also while the app is in the foreground and another app has the user's attention, as on a Mac and on visionOS,
      /// where an app stays in the foreground as long as one of its windows is open. On a phone, the system would then
      /// also show alerts above the app while the user looks at Control Center.
      case inactive
    }

    private let application: UIApplication
    private let time: ApplicationBackgroundTime
    private let timekeeper: Timekeeper
    private let background: BackgroundClaims
    private let alerts: (any AwayAlerts)?
    private let alertTime: AlertTime
    private var stage = ApplicationStage.active
    private var observers: [NotificationObserver] = []

    /// Connects a timekeeper to an app.
    ///
    /// - Parameters:
    ///   - application: The application. If it was launched in the background, the link treats it
    ///     as an app that has just entered the background.
    ///   - timekeeper: The timekeeper to refresh when the app returns to the foreground.
    ///   - background: The object that requests background time.
    ///   - taskName: The name of the background task in the debugger and the system's logs.
    public convenience init(
      _ application: UIApplication,
      timekeeper: Timekeeper = .shared,
      background: BackgroundClaims,
      taskName: String = "Sandglass"
    ) {
      self.init(
        application, timekeeper: timekeeper, background: background, away: nil,
        alertTime: .inBackground, taskName: taskName)
    }

    /// Connects a timekeeper and alerts to an app. Not available on tvOS.
    ///
    /// - Parameters:
    ///   - application: The application. If it was launched in the background, the link treats it
    ///     as an app that has just entered the background.
    ///   - timekeeper: The timekeeper to refresh when the app returns to the foreground.
    ///   - background: The object that requests background time.
    ///   - alerts: The alerts for countdowns that end while the app is in the background.
    ///   - alertTime: When the system shows the alerts. On a Mac and on visionOS, use ``AlertTime/inactive``.
    ///   - taskName: The name of the background task in the debugger and the system's logs.
    @available(tvOS, unavailable, message: "On tvOS a notification has no title, text or sound.")
    public convenience init(
      _ application: UIApplication,
      timekeeper: Timekeeper = .shared,
      background: BackgroundClaims,
      alerts: CountdownAlerts?,
      alertTime: AlertTime = .inBackground,
      taskName: String = "Sandglass"
    ) {
      self.init(
        application, timekeeper: timekeeper, background: background, away: alerts,
        alertTime: alertTime, taskName: taskName)
    }

    private init(
      _ application: UIApplication, timekeeper: Timekeeper, background: BackgroundClaims,
      away alerts: (any AwayAlerts)?, alertTime: AlertTime, taskName: String
    ) {
      self.application = application
      time = ApplicationBackgroundTime(application: application, name: taskName)
      self.timekeeper = timekeeper
      self.background = background
      self.alerts = alerts
      self.alertTime = alertTime
      observe(application)
      if application.applicationState == .background {
        hear(.hasEnteredBackground)
      } else if application.applicationState != .active {
        hear(.resignsActive)
      }
    }

    deinit {
      // The link can no longer observe the app's return, so it must not hold background time until
      // then.
      background.enterForeground()
    }

    private func observe(_ application: UIApplication) {
      let events: [(NSNotification.Name, ApplicationStage.Event)] = [
        (UIApplication.didBecomeActiveNotification, .becomesActive),
        (UIApplication.willResignActiveNotification, .resignsActive),
        (UIApplication.willEnterForegroundNotification, .entersForeground),
        (UIApplication.didEnterBackgroundNotification, .hasEnteredBackground),
      ]
      observers = events.map { name, event in
        NotificationObserver(name, of: application) { [weak self] in self?.hear(event) }
      }
    }

    private func hear(_ event: ApplicationStage.Event) {
      let former = stage
      stage.hear(event, isActive: application.applicationState == .active)
      // Background time comes first, because the system grants it some time after the request.
      switch (former == .background, stage == .background) {
      case (false, true): background.enterBackground(granting: time)
      case (true, false): background.enterForeground()
      default: break
      }
      switch (isForAlerts(former), isForAlerts(stage)) {
      case (false, true): alerts?.enterBackground()
      case (true, false): alerts?.enterForeground()
      default: break
      }
      if former == .background, stage != .background { timekeeper.refresh() }
    }

    /// Returns whether the system shows the alerts at a stage.
    private func isForAlerts(_ stage: ApplicationStage) -> Bool {
      stage == .background || (alertTime == .inactive && stage == .inactive)
    }
  }

  /// The alerts of an application link. This protocol exists because alerts are unavailable on tvOS.
  @MainActor
  protocol AwayAlerts: AnyObject {
    /// The app has moved to the background.
    func enterBackground()

    /// The app is about to return to the foreground.
    func enterForeground()
  }
#endif

#if STAND_INS || (canImport(UIKit) && !os(watchOS))
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
  /// An app extension does not have a shared application and does not need a link.
  @MainActor
  public final class ApplicationLink {
    private let time: ApplicationBackgroundTime
    private let timekeeper: Timekeeper
    private let background: BackgroundKeeper
    private let alerts: (any AwayAlerts)?
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
      background: BackgroundKeeper,
      taskName: String = "Sandglass"
    ) {
      self.init(
        application, timekeeper: timekeeper, background: background, away: nil, taskName: taskName)
    }

    /// Connects a timekeeper and alerts to an app. Not available on tvOS.
    ///
    /// - Parameters:
    ///   - application: The application. If it was launched in the background, the link treats it
    ///     as an app that has just entered the background.
    ///   - timekeeper: The timekeeper to refresh when the app returns to the foreground.
    ///   - background: The object that requests background time.
    ///   - alerts: The alerts for countdowns that end while the app is in the background.
    ///   - taskName: The name of the background task in the debugger and the system's logs.
    @available(tvOS, unavailable, message: "On tvOS a notification has no title, text or sound.")
    public convenience init(
      _ application: UIApplication,
      timekeeper: Timekeeper = .shared,
      background: BackgroundKeeper,
      alerts: CountdownAlerts?,
      taskName: String = "Sandglass"
    ) {
      self.init(
        application, timekeeper: timekeeper, background: background, away: alerts,
        taskName: taskName)
    }

    private init(
      _ application: UIApplication, timekeeper: Timekeeper, background: BackgroundKeeper,
      away alerts: (any AwayAlerts)?, taskName: String
    ) {
      time = ApplicationBackgroundTime(application: application, name: taskName)
      self.timekeeper = timekeeper
      self.background = background
      self.alerts = alerts
      observe(application)
      if application.applicationState == .background { leave() }
    }

    deinit {
      // The link can no longer observe the app's return, so it must not hold background time until
      // then.
      background.enterForeground()
    }

    private func observe(_ application: UIApplication) {
      observers = [
        NotificationObserver(UIApplication.didEnterBackgroundNotification, of: application) {
          [weak self] in self?.leave()
        },
        NotificationObserver(UIApplication.willEnterForegroundNotification, of: application) {
          [weak self] in self?.comeBack()
        },
      ]
    }

    private func leave() {
      // Request background time first, because the system grants it some time after the request.
      background.enterBackground(granting: time)
      alerts?.enterBackground()
    }

    private func comeBack() {
      background.enterForeground()
      alerts?.enterForeground()
      timekeeper.refresh()
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

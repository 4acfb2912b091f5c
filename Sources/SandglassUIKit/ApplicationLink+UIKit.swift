#if os(Linux) || (canImport(UIKit) && !os(watchOS))
  public import Sandglass
  #if os(Linux)
    public import SandglassUIKitStandIn
  #else
    public import UIKit
  #endif

  /// Links a timekeeper to the life of an app: make one at launch and hold it.
  ///
  /// When the app leaves the front, background time is asked for if something claims it, and end
  /// alerts are scheduled. When it returns, that is taken back and everything that came due in
  /// the meantime is served at once. On tvOS there are no end alerts.
  ///
  /// An extension has no application and needs no link.
  @MainActor
  public final class ApplicationLink {
    private let time: ApplicationBackgroundTime
    private let timekeeper: Timekeeper
    private let background: BackgroundKeeper
    private let alerts: (any AwayAlerts)?
    private var observers: [NotificationObserver] = []

    /// Links a timekeeper to an app, from now on.
    ///
    /// - Parameters:
    ///   - application: The application. One that is in the background already, since it was
    ///     launched there, has left the front.
    ///   - timekeeper: What is refreshed when the app returns.
    ///   - background: What asks for background time.
    ///   - taskName: What the debugger and the system's logs call the background task.
    public convenience init(
      _ application: UIApplication,
      timekeeper: Timekeeper = .shared,
      background: BackgroundKeeper,
      taskName: String = "Sandglass"
    ) {
      self.init(
        application, timekeeper: timekeeper, background: background, away: nil, taskName: taskName)
    }

    /// Links a timekeeper and end alerts to an app, from now on. Not available on tvOS.
    ///
    /// - Parameters:
    ///   - application: The application. One that is in the background already, since it was
    ///     launched there, has left the front.
    ///   - timekeeper: What is refreshed when the app returns.
    ///   - background: What asks for background time.
    ///   - alerts: What alerts the user to countdowns that end while the app is away.
    ///   - taskName: What the debugger and the system's logs call the background task.
    @available(tvOS, unavailable, message: "On tvOS a notification has no title, text or sound.")
    public convenience init(
      _ application: UIApplication,
      timekeeper: Timekeeper = .shared,
      background: BackgroundKeeper,
      alerts: EndAlerts?,
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
      time = ApplicationBackgroundTime(application, name: taskName)
      self.timekeeper = timekeeper
      self.background = background
      self.alerts = alerts
      observe(application)
      if application.applicationState == .background { leave() }
    }

    deinit {
      // With nobody to tell of the return, nothing must be held until then.
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
      // Asked for first: the system grants it some time after the call.
      background.enterBackground(granting: time)
      alerts?.schedule()
    }

    private func comeBack() {
      background.enterForeground()
      alerts?.withdraw()
      timekeeper.refresh()
    }
  }
#endif

#if os(Linux) || (canImport(UIKit) && !os(watchOS))
  import Sandglass
  #if os(Linux)
    import SandglassUserNotificationsStandIn
  #else
    import UserNotifications
  #endif

  /// The alert at the end of one countdown.
  @MainActor
  @available(tvOS, unavailable)
  final class EndAlert {
    let id: String
    let content: UNNotificationContent
    private(set) weak var countdown: Countdown?

    /// The countdown's deadline when it was last read while the app was away; nil unless it was
    /// running.
    var deadline: Moment?

    /// The finish that was known when the countdown was last read.
    var knownFinish: Moment?

    /// The instant for which a notification is scheduled, while the notification can still be
    /// withdrawn.
    var scheduled: Moment?

    /// The instant of the latest notification that was left to the system.
    private(set) var left: Moment?

    init(_ countdown: Countdown, as id: String, content: UNNotificationContent) {
      self.countdown = countdown
      self.id = id
      self.content = content
    }

    /// Whether the second of the two identifiers is in use.
    private var isOdd = false

    /// The identifier of its notification.
    var identifier: String { Self.identifiers(of: id)[isOdd ? 1 : 0] }

    /// Both identifiers of an alert. They are the same in every launch of the app.
    static func identifiers(of id: String) -> [String] {
      ["sandglass.0.\(id)", "sandglass.1.\(id)"]
    }

    /// Leaves the scheduled notification to the system. The next notification has the other
    /// identifier, so that it cannot replace one that is just about to be shown.
    func leave() {
      left = scheduled
      scheduled = nil
      isOdd.toggle()
    }

    /// The instant at which the latest run finished; nil if it did not finish.
    var finish: Moment? {
      guard let end = countdown?.end, end.outcome == .finished else { return nil }
      return end.moment
    }
  }
#endif

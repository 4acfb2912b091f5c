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

    /// When the countdown ends, as it was last seen while the app was away; nil unless it ran.
    var deadline: Moment?

    /// The finish that was known when the countdown was last looked at.
    var knownFinish: Moment?

    /// For when a notification is scheduled with the system, as long as it can be taken back.
    var scheduled: Moment?

    /// For when one was scheduled that is now left to the system.
    private(set) var left: Moment?

    init(_ countdown: Countdown, as id: String, content: UNNotificationContent) {
      self.countdown = countdown
      self.id = id
      self.content = content
    }

    /// Which of both identifiers is used.
    private var isOdd = false

    /// The identifier of its notification.
    var identifier: String { Self.identifiers(of: id)[isOdd ? 1 : 0] }

    /// All that it uses, the same in every launch of the app.
    static func identifiers(of id: String) -> [String] {
      ["sandglass.0.\(id)", "sandglass.1.\(id)"]
    }

    /// Leaves what is scheduled to the system. The next one has another identifier, so that it cannot
    /// take the place of one that is just about to be shown.
    func leave() {
      left = scheduled
      scheduled = nil
      isOdd.toggle()
    }

    /// When the latest start finished; nil if it did not.
    var finish: Moment? {
      guard let end = countdown?.end, end.outcome == .finished else { return nil }
      return end.moment
    }
  }
#endif

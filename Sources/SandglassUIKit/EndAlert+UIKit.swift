#if canImport(UIKit) && !os(watchOS)
  import Sandglass
  import UserNotifications

  /// The alert at the end of one countdown.
  @MainActor
  final class EndAlert {
    let id: String
    let content: UNNotificationContent
    private(set) weak var countdown: Countdown?

    /// When the countdown ends, as it was last seen while the app was away; nil unless it ran.
    var deadline: Moment?

    /// For when a notification is scheduled with the system.
    var scheduled: Moment?

    init(_ countdown: Countdown, as id: String, content: UNNotificationContent) {
      self.countdown = countdown
      self.id = id
      self.content = content
    }

    /// The identifier of its notification, the same in every launch of the app.
    var identifier: String { Self.identifier(of: id) }

    static func identifier(of id: String) -> String { "sandglass.\(id)" }

    /// When the latest start finished; nil if it did not.
    var finish: Moment? {
      guard let end = countdown?.end, end.outcome == .finished else { return nil }
      return end.moment
    }
  }
#endif

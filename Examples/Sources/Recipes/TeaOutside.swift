#if os(Linux) || os(iOS)
  import Foundation
  import Sandglass

  /// What the system shows of the tea while the app is not in front.
  @MainActor
  protocol TeaPresence: AnyObject {
    /// Returns when the system shows the present state of the tea.
    func refresh() async
  }

  /// An alarm is itself a Live Activity, so the app begins one of the two, and never both.
  @MainActor
  enum TeaOutside {
    static var shared: (any TeaPresence)?

    /// Call this in the initialiser of the app: the system also launches the app in the background, for an intent.
    ///
    /// - Parameters:
    ///   - tea: The countdown.
    ///   - alarm: The id of its alarm, which the app saves alongside the record.
    static func follow(_ tea: Countdown, alarm: UUID) {
      if #available(iOS 26.1, *) {
        shared = TeaAlarm(of: tea, id: alarm)
      } else {
        shared = TeaActivity(of: tea)
      }
    }
  }
#endif

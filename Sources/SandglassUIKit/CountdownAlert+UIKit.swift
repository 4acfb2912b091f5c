#if STAND_INS || (canImport(UIKit) && !os(watchOS))
  import Sandglass
  import SandglassCore
  #if STAND_INS
    import SandglassStandIns
  #else
    import UserNotifications
  #endif

  /// The alerts of one countdown.
  @MainActor
  @available(tvOS, unavailable)
  final class CountdownAlert {
    let id: String
    private(set) weak var countdown: Countdown?

    /// The content of the notification for the finish.
    let finishContent: UNNotificationContent

    private let milestones: [Milestone: UNNotificationContent]
    private let phaseContent: @MainActor (Phase) -> UNNotificationContent?

    /// The course of the countdown when the countdown was last read; nil if it was not running.
    private(set) var course: CountdownCourse?

    /// Whether the notifications that an earlier launch has scheduled are still to be withdrawn.
    var hasEarlierNotifications = false

    /// The instant at which the latest run had finished when the countdown was last read; nil if it had not finished.
    private(set) var finish: Moment?

    init(
      _ countdown: Countdown, as id: String, content: UNNotificationContent,
      milestones: [Milestone: UNNotificationContent],
      phaseContent: @escaping @MainActor (Phase) -> UNNotificationContent?
    ) {
      self.countdown = countdown
      self.id = id
      finishContent = content.harmless
      self.milestones = milestones.mapValues(\.harmless)
      self.phaseContent = { phaseContent($0)?.harmless }
      look()
    }

    /// Reads the countdown. Returns whether its deadline, phase or finish has changed since it was last read.
    @discardableResult
    func look() -> Bool {
      let (newCourse, formerFinish) = (countdown?.course, finish)
      finish = countdown?.end.flatMap { $0.outcome == .finished ? $0.moment : nil }
      if isSame(course, newCourse) { return formerFinish != finish }
      course = newCourse
      return true
    }

    private func isSame(_ one: CountdownCourse?, _ other: CountdownCourse?) -> Bool {
      guard let one, let other else { return one == nil && other == nil }
      return AlertSchedule.isSame(one.deadline, other.deadline)
        && one.phaseIndex == other.phaseIndex && one.plan == other.plan
    }

    /// Returns the future events, and their moments.
    func events(after now: Moment, limit: Int) -> [(key: AlertSchedule.Key, moment: Moment)] {
      guard let course else { return [] }
      let events = course.events(
        after: now, milestones: Array(milestones.keys),
        reportsEnd: { phaseContent($0) != nil }, limit: limit)
      return events.map { (AlertSchedule.Key(id: id, event: $0.event), $0.moment) }
    }

    /// Returns the content of the notification for an event.
    func content(for event: AlertEvent) -> UNNotificationContent {
      switch event {
      case .milestone(let milestone, _):
        return milestones[milestone] ?? finishContent
      case .end(let index):
        return course?.plan?[index].flatMap(phaseContent) ?? finishContent
      case .finish:
        return finishContent
      }
    }
  }

  @available(tvOS, unavailable)
  extension UNNotificationContent {
    /// A copy of this content with a harmless title, subtitle and body (see ``HarmlessText``).
    ///
    /// A text that is harmless is not assigned: it may be one that the system localises when it shows it
    /// (`localizedUserNotificationString`), which another string would replace.
    fileprivate var harmless: UNNotificationContent {
      guard let copy = mutableCopy() as? UNMutableNotificationContent else { return self }
      if let title = HarmlessText.replacement(for: title) { copy.title = title }
      if let subtitle = HarmlessText.replacement(for: subtitle) { copy.subtitle = subtitle }
      if let body = HarmlessText.replacement(for: body) { copy.body = body }
      return copy
    }
  }
#endif

import SandglassCore

/// What an alarm is set to, and what its thread does when it wakes up.
///
/// A kernel may wake a thread up late, early, for no reason, or for a setting that another one has just
/// replaced. Here all of that comes to one ring for each setting that lasts, at its moment or after it.
struct AlarmMachine: Sendable {
  /// What a thread does after it has woken up.
  enum WakeUp: Equatable {
    /// Waits for the moment, which has come or is a few microseconds away, and rings.
    case ring(at: Moment)

    /// Sets the kernel's timer once more, and waits on.
    case sleep(KernelTimer.Setting)
  }

  private(set) var lead = AlarmLead()
  private var number: UInt64 = 0
  private var moment: Moment?
  private var setting = KernelTimer.Setting()

  /// Takes a setting; nil if a later one has overtaken it.
  ///
  /// An exact alarm is set a little ahead of its moment: see ``AlarmLead``. A leeway that is no longer than
  /// the longest lead saves nothing, and counts as none.
  mutating func set(_ wanted: AlarmSetting) -> KernelTimer.Setting? {
    guard wanted.number > number else { return nil }
    number = wanted.number
    moment = wanted.moment
    setting =
      wanted.leeway > .nanoseconds(AlarmLead.longest)
      ? KernelTimer.Setting(instant: moment, leeway: wanted.leeway)
      : KernelTimer.Setting(instant: moment.map(lead.ahead))
    return setting
  }

  /// Notes that the thread has woken up.
  mutating func wokeUp(at now: Moment) -> WakeUp {
    guard let moment, let instant = setting.instant, instant <= now else { return .sleep(setting) }
    // The kernel's own delay cannot be told from the one that it was allowed.
    if setting.leeway == .zero { lead.note(wokenUpAt: now, for: instant) }
    self.moment = nil
    setting = KernelTimer.Setting()
    return .ring(at: moment)
  }
}

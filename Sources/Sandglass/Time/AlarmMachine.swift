import SandglassCore

/// The state machine of an alarm: its setting, and the next step of its thread after a wake-up.
///
/// A kernel may wake a thread up late, early, spuriously, or for a setting that a newer one has just replaced. This
/// machine turns these wake-ups into exactly one ring for each setting that is not replaced, at its moment or later.
struct AlarmMachine: Sendable {
  /// The next step of a thread that has woken up.
  enum WakeUp: Equatable {
    /// The thread waits for the moment, which has passed or is a few microseconds away, and rings.
    case ring(at: Moment)

    /// The thread sets the kernel's timer again, and continues to wait.
    case sleep(KernelTimer.Setting)
  }

  private(set) var lead = AlarmLead()
  private var number: UInt64 = 0
  private var moment: Moment?
  private var setting = KernelTimer.Setting()

  /// Accepts a setting. Returns nil if a later setting has already been accepted.
  ///
  /// An exact alarm is set a little ahead of its moment, as ``AlarmLead`` describes. A leeway that is no longer than
  /// the longest lead does not save any wake-ups, and is treated as zero.
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

  /// Notes that the thread has woken up. Returns its next step.
  mutating func wokeUp(at now: Moment) -> WakeUp {
    guard let moment, let instant = setting.instant, instant <= now else { return .sleep(setting) }
    // With a leeway, the kernel's own delay cannot be distinguished from the delay that the leeway allows.
    if setting.leeway == .zero { lead.note(wokenUpAt: now, for: instant) }
    self.moment = nil
    setting = KernelTimer.Setting()
    return .ring(at: moment)
  }
}

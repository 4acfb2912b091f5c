import SandglassCore

/// How far ahead of its moment an alarm is set, because a thread takes some time to wake up.
///
/// The lead adapts to the measured wake-up latency. A lead that was too long shrinks by half of the excess. A lead that
/// was too short grows by 1/64 of the difference. It settles where few wake-ups come early, and those by little. A
/// thread that wakes up early waits for the moment, for no longer than ``longest``. In total, the early threads wait
/// 1/32 of the time by which the other threads are still late.
struct AlarmLead: Sendable {
  /// The longest lead, in nanoseconds.
  static var longest: UInt64 { 64_000 }

  /// The current lead, in nanoseconds.
  private(set) var nanoseconds: UInt64 = 0

  /// When to set an alarm that is meant for `moment`.
  func ahead(of moment: Moment) -> Moment {
    Moment(nanoseconds: moment.nanoseconds - min(nanoseconds, moment.nanoseconds))
  }

  /// Records when a thread woke up that was due to wake up at `instant`.
  mutating func note(wokenUpAt now: Moment, for instant: Moment) {
    guard now > instant else { return nanoseconds = 0 }
    let latency = now.nanoseconds - instant.nanoseconds
    if latency < nanoseconds {
      nanoseconds -= (nanoseconds - latency) / 2
    } else {
      nanoseconds += (min(latency, Self.longest) - nanoseconds) / 64
    }
  }
}

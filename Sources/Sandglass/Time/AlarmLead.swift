import SandglassCore

/// The time by which an alarm is set ahead of its moment, because a thread takes some time to wake up.
///
/// The lead adapts to the measured wake-up latency. A lead that was too long shrinks by half of the excess. A lead that
/// was too short grows by 1/64 of the difference. The lead therefore settles at a value with which few wake-ups are
/// early, and only slightly. A thread that wakes up early waits for the moment, for no longer than ``longest``. In
/// total, threads that wake up early wait for 1/32 of the time by which the other threads are late.
struct AlarmLead: Sendable {
  /// The longest lead, in nanoseconds.
  static var longest: UInt64 { 64_000 }

  /// The current lead, in nanoseconds.
  private(set) var nanoseconds: UInt64 = 0

  /// Returns the moment to which to set an alarm that must ring at `moment`.
  func ahead(of moment: Moment) -> Moment {
    Moment(nanoseconds: moment.nanoseconds - min(nanoseconds, moment.nanoseconds))
  }

  /// Adapts the lead to a thread that was due to wake up at `instant`, and woke up at `now`.
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

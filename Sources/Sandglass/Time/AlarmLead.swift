import SandglassCore

/// How much ahead of its moment an alarm is set, since it takes a thread some time to wake up.
///
/// It is learned from how long that took: a lead that was too long is cut by half of what it was too long,
/// one that was too short grows by a part in 64. So it settles where few wake-ups come early, and these by
/// little. Whoever wakes up early waits for the moment, for no longer than ``longest``: all of them together
/// wait for a thirty-second of what the others are still late.
struct AlarmLead: Sendable {
  /// The longest lead, in nanoseconds.
  static var longest: UInt64 { 64_000 }

  /// The present lead, in nanoseconds.
  private(set) var nanoseconds: UInt64 = 0

  /// When to set an alarm that is meant for `moment`.
  func ahead(of moment: Moment) -> Moment {
    Moment(nanoseconds: moment.nanoseconds - min(nanoseconds, moment.nanoseconds))
  }

  /// Notes when a thread has woken up that was to wake up at `instant`.
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

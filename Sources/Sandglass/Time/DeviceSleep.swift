import SandglassCore

/// How long the device had slept by the moments of one timekeeper.
///
/// A moment is read a little before this is asked, and the device may fall asleep in between. A sleep that fits between the
/// moment and the present has come after the moment, and a longer one has come before it.
struct DeviceSleep: Sendable {
  /// The latest time asleep, the one before it, and when the latest was read.
  private var latest: Duration
  private var before: Duration
  private var read: Moment

  /// Begins with a reading that is taken before any moment is asked about.
  init(_ reading: SleepReading) {
    (latest, before, read) = (reading.asleep, reading.asleep, reading.moment)
  }

  /// Returns how long the device had slept by `moment`. The reading was taken after it.
  mutating func asleep(at moment: Moment, _ reading: SleepReading) -> Duration {
    if reading.asleep - latest >= ClockInstant.shortestSleep {
      (before, latest, read) = (latest, reading.asleep, reading.moment)
    }
    return latest - before <= read - moment ? before : latest
  }
}

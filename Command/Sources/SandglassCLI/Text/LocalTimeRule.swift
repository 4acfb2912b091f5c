import Sandglass
import SandglassCore

/// The offset of local time from UTC, which determines when the clocks show a time of day.
struct LocalTimeRule {
  /// Returns the offset of local time from UTC in seconds, at an instant in seconds since 1970.
  let offset: (Int64) -> Int64

  /// The rule for this computer's time zone, or for the time zone that `TZ` names.
  static var system: LocalTimeRule {
    tzset()
    return LocalTimeRule { seconds in
      var instant = time_t(seconds)
      var fields = tm()
      return localtime_r(&instant, &fields) == nil ? 0 : Int64(fields.tm_gmtoff)
    }
  }

  /// An instant at which the clocks show a time of day.
  struct Showing: Equatable {
    var instant: WallMoment

    /// Whether the instant is on the next day.
    var isTomorrow = false

    /// Whether the clocks skip the time on that day.
    var isSkipped = false
  }

  /// Returns the next instant after `now` at which the clocks show `time`.
  ///
  /// If the clocks show the time twice on that day, this method returns the first of the two
  /// instants that is after `now`. If the clocks skip the time, it is read as if they had not
  /// changed, as in RFC 5545. For example, if the clocks go forward from 2:00 to 3:00, then 2:30
  /// means 3:30.
  func next(_ time: ClockTime, after now: WallMoment) -> Showing {
    let today = startOfLocalDay(now)
    let wanted = today + Int64(time.secondsSinceMidnight)
    if let showing = showings(of: wanted).first(where: { $0.instant > now }) { return showing }
    var tomorrow =
      showings(of: wanted + Self.day).first { $0.instant > now } ?? Showing(instant: now)
    tomorrow.isTomorrow = true
    return tomorrow
  }

  /// Returns the instants at which the clocks show `time` on a day, in order. There are two if the
  /// clocks show the time twice. If they skip it, there is one, read as in ``next(_:after:)``.
  ///
  /// - Parameters:
  ///   - time: The time of day.
  ///   - day: The day, in days since 1970.
  /// - Returns: The instants.
  func instants(of time: ClockTime, on day: Int) -> [Showing] {
    showings(of: Int64(day) * Self.day + Int64(time.secondsSinceMidnight))
  }

  /// Returns the local day at an instant, in days since 1970.
  func day(_ now: WallMoment) -> Int { Int(startOfLocalDay(now) / Self.day) }

  /// Returns the time of day that the clocks show at an instant, such as `18:00` or `18:00:12`.
  func timeOfDay(_ instant: WallMoment) -> String {
    let time = local(instant).dropFirst(11).prefix(8)
    return String(time.hasSuffix(":00") ? time.dropLast(3) : time)
  }

  /// Returns the date that the clocks show at an instant, such as `2026-11-28`.
  func date(_ instant: WallMoment) -> String { String(local(instant).prefix(10)) }

  /// Returns the minute that the clocks show at an instant, such as `18:00`, after the date if that is not the day of
  /// `now`. An instant that is less than half a second before a minute belongs to it.
  func minute(_ instant: WallMoment, now: WallMoment) -> String {
    String(text(instant + .milliseconds(500), now: now).dropLast(3))
  }

  /// Returns the time that the clocks show at an instant, such as `18:00:12`. If the instant is not
  /// on the same day as `now`, the date precedes the time.
  func text(_ instant: WallMoment, now: WallMoment) -> String {
    let date = local(instant).prefix(10)
    let time = local(instant).dropFirst(11).prefix(8)
    return date == local(now).prefix(10) ? String(time) : "\(date) \(time)"
  }

  /// Returns the local date and time in the format that RFC 3339 uses for UTC.
  private func local(_ instant: WallMoment) -> String {
    (instant + .seconds(offset(floor(instant)))).rfc3339(fractionDigits: 0)
  }

  private static let day: Int64 = 86_400

  /// Returns the start of the local day that contains `now`, in seconds since 1970 as if local time
  /// were UTC.
  private func startOfLocalDay(_ now: WallMoment) -> Int64 {
    let seconds = floor(now)
    let local = seconds + offset(seconds)
    return local - ((local % Self.day) + Self.day) % Self.day
  }

  private func floor(_ moment: WallMoment) -> Int64 { moment.secondsAndNanoseconds.seconds }

  /// Returns the instants at which the clocks show `local`, which is in seconds since 1970 as if
  /// local time were UTC.
  private func showings(of local: Int64) -> [Showing] {
    let before = offset(local - Self.day)
    let after = offset(local + Self.day)
    let candidates = before == after ? [before] : [before, after]
    let shown = candidates.map { local - $0 }.filter { $0 + offset($0) == local }.sorted()
    guard shown.isEmpty else {
      return shown.map { Showing(instant: WallMoment(secondsSince1970: $0)) }
    }
    return [Showing(instant: WallMoment(secondsSince1970: local - before), isSkipped: true)]
  }
}

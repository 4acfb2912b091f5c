import Sandglass
import SandglassCore

/// How far the clocks of a place are ahead of UTC, and so when they show a time of day.
struct LocalTimeRule {
  /// The seconds that local time is ahead of UTC at an instant, in seconds since 1970.
  let offset: (Int64) -> Int64

  /// The rule of the place that this computer is in, or that `TZ` names.
  static var system: LocalTimeRule {
    tzset()
    return LocalTimeRule { seconds in
      var instant = time_t(seconds)
      var fields = tm()
      return localtime_r(&instant, &fields) == nil ? 0 : Int64(fields.tm_gmtoff)
    }
  }

  /// When the clocks show a time of day.
  struct Showing: Equatable {
    var instant: WallMoment

    /// Whether that is tomorrow.
    var isTomorrow = false

    /// Whether the clocks skip the time on that day.
    var isSkipped = false
  }

  /// The next instant after `now` at which the clocks show `time`.
  ///
  /// Of a time that the clocks show twice, it is the next one to come. A time that they skip is
  /// read as if they had not been changed, as RFC 5545 does: with clocks put from 2:00 to 3:00,
  /// 2:30 is 3:30.
  func next(_ time: ClockTime, after now: WallMoment) -> Showing {
    let today = startOfLocalDay(now)
    let wanted = today + Int64(time.secondsSinceMidnight)
    if let showing = showings(of: wanted).first(where: { $0.instant > now }) { return showing }
    var tomorrow =
      showings(of: wanted + Self.day).first { $0.instant > now } ?? Showing(instant: now)
    tomorrow.isTomorrow = true
    return tomorrow
  }

  /// The time of day that the clocks show at an instant: `18:00`, or `18:00:12`.
  func timeOfDay(_ instant: WallMoment) -> String {
    let time = local(instant).dropFirst(11).prefix(8)
    return String(time.hasSuffix(":00") ? time.dropLast(3) : time)
  }

  /// What the clocks show at an instant: `18:00:12`, and the date before it unless that is the
  /// date of `now`.
  func text(_ instant: WallMoment, now: WallMoment) -> String {
    let date = local(instant).prefix(10)
    let time = local(instant).dropFirst(11).prefix(8)
    return date == local(now).prefix(10) ? String(time) : "\(date) \(time)"
  }

  /// The local date and time, as RFC 3339 would write them in UTC.
  private func local(_ instant: WallMoment) -> String {
    (instant + .seconds(offset(floor(instant)))).rfc3339(fractionDigits: 0)
  }

  private static let day: Int64 = 86_400

  /// The start of the local day of `now`, counted as if local time were UTC.
  private func startOfLocalDay(_ now: WallMoment) -> Int64 {
    let seconds = floor(now)
    let local = seconds + offset(seconds)
    return local - ((local % Self.day) + Self.day) % Self.day
  }

  private func floor(_ moment: WallMoment) -> Int64 {
    let (quotient, remainder) = moment.nanosecondsSince1970
      .quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int64(clamping: remainder < 0 ? quotient - 1 : quotient)
  }

  /// When the clocks show `local`, a time counted as if local time were UTC.
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

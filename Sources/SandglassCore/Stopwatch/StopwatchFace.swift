/// A time in whole units, formatted as a stopwatch displays it: `0:02`, `0:02.3`, `1:05.27`, `1:00:00.0`.
///
/// A face has as many decimal places as the unit needs, but at most three.
struct StopwatchFace: CustomStringConvertible {
  let nanoseconds: UInt64
  let unit: UInt64

  var description: String {
    let whole = ClockFace(seconds: nanoseconds / 1_000_000_000).description
    let part = nanoseconds % 1_000_000_000
    if unit % 1_000_000_000 == 0 { return whole }
    if unit % 100_000_000 == 0 { return whole + "." + (part / 100_000_000).digits(1) }
    if unit % 10_000_000 == 0 { return whole + "." + (part / 10_000_000).digits(2) }
    return whole + "." + (part / 1_000_000).digits(3)
  }
}

/// The length of a duration in days, hours, minutes, seconds and attoseconds, without its sign.
struct DurationFields {
  let days, hours, minutes, seconds, attoseconds: UInt64

  init(_ duration: Duration) {
    let (whole, part) = WideInteger(attosecondsOf: duration).divided(by: 1_000_000_000_000_000_000)
    let (wholeDays, second) = whole.divided(by: 86_400)
    attoseconds = part
    seconds = second % 60
    minutes = second / 60 % 60
    hours = second / 3600
    days = wholeDays.clamped
  }

  /// The seconds with their fraction: `5`, `0.5`.
  var secondsText: String { String(seconds) + attoseconds.fraction(18) }

  /// Whether there are neither seconds nor a fraction of a second.
  var hasNoSeconds: Bool { seconds == 0 && attoseconds == 0 }

  /// Returns the nonzero values with their units: `1d`, `2h`, `3m`.
  func text(_ values: [(UInt64, String)]) -> String {
    values.reduce("") { $1.0 == 0 ? $0 : $0 + String($1.0) + $1.1 }
  }
}

/// The length of a duration in days, hours, minutes, seconds and attoseconds, without its sign.
struct DurationFields {
  let days, hours, minutes, seconds, attoseconds: UInt64

  init(_ duration: Duration) {
    let second = DurationUnit.second.attoseconds
    let wholeSeconds = duration.attoseconds.magnitude / second
    attoseconds = UInt64(duration.attoseconds.magnitude % second)
    seconds = UInt64(wholeSeconds % 60)
    minutes = UInt64(wholeSeconds / 60 % 60)
    hours = UInt64(wholeSeconds / 3600 % 24)
    days = UInt64(wholeSeconds / 86_400)
  }

  /// The seconds with their fraction: `5`, `0.5`.
  var secondsText: String { String(seconds) + attoseconds.fraction(18) }

  /// Whether there are neither seconds nor a part of one.
  var hasNoSeconds: Bool { seconds == 0 && attoseconds == 0 }

  /// The values other than zero with their unit: `1d`, `2h`, `3m`.
  func text(_ values: [(UInt64, String)]) -> String {
    values.reduce("") { $1.0 == 0 ? $0 : $0 + String($1.0) + $1.1 }
  }
}

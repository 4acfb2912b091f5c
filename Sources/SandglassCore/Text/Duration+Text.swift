extension Duration {
  /// This duration in compact form: `1h30m`, `2d`, `1.5s`, `500ms`, `0s`.
  ///
  /// Days, hours, minutes and seconds that are zero are omitted. A duration of less than a second is written in
  /// milliseconds, microseconds (`us`) or nanoseconds. The text is exact to the attosecond. A negative duration
  /// starts with a minus sign. ``init(parsing:)`` parses the text back to the same duration, unless the duration is
  /// negative or longer than 584 years.
  package var compactText: String {
    let sign = self < .zero ? "-" : ""
    let fields = DurationFields(self)
    let text = fields.text([(fields.days, "d"), (fields.hours, "h"), (fields.minutes, "m")])
    if !text.isEmpty, fields.hasNoSeconds { return sign + text }
    if text.isEmpty, fields.seconds == 0 { return sign + fields.partOfSecondText }
    return sign + text + fields.secondsText + "s"
  }

  /// This duration in ISO 8601 format: `PT1H30M`, `P1DT2H`, `PT0.5S`, `PT0S`.
  ///
  /// The text is exact to the attosecond. A negative duration starts with a minus sign, as in ISO 8601-2.
  /// ``init(parsing:)`` parses the text back to the same duration, unless the duration is negative or longer than 584
  /// years.
  package var iso8601Text: String {
    let sign = self < .zero ? "-P" : "P"
    let fields = DurationFields(self)
    let days = fields.text([(fields.days, "D")])
    let time = fields.text([(fields.hours, "H"), (fields.minutes, "M")])
    if !fields.hasNoSeconds { return sign + days + "T" + time + fields.secondsText + "S" }
    if !time.isEmpty { return sign + days + "T" + time }
    return sign + (days.isEmpty ? "T0S" : days)
  }
}

extension DurationFields {
  /// The fraction of a second in the largest unit that is not longer than the fraction: `500ms`, `1.5us`, `0s`.
  fileprivate var partOfSecondText: String {
    let units: [(unit: UInt64, width: Int, name: String)] = [
      (1_000_000_000_000_000, 15, "ms"), (1_000_000_000_000, 12, "us"), (1_000_000_000, 9, "ns"),
    ]
    for (unit, width, name) in units where attoseconds >= unit {
      return String(attoseconds / unit) + (attoseconds % unit).fraction(width) + name
    }
    return attoseconds == 0 ? "0s" : "0" + attoseconds.fraction(9) + "ns"
  }
}

/// The reason why a string could not be parsed.
///
/// More reasons may be added, so a `switch` over them needs a `default`. Compare with the static members to
/// distinguish reasons.
package struct ParsingReason: Sendable, CustomStringConvertible {
  /// The problem, phrased so that the invalid part of the text can follow: `has an unknown unit`.
  let phrase: String

  /// The reason for the rejection, or empty if the phrase needs no explanation.
  let explanation: String

  init(_ phrase: String, because explanation: String = "") {
    self.phrase = phrase
    self.explanation = explanation
  }

  /// The problem without the text: `has an unknown unit`.
  package var description: String {
    explanation.isEmpty ? phrase : "\(phrase): \(explanation)"
  }

  /// Returns one line with `text`, the problem, the invalid `part` and the accepted forms.
  func message(_ text: String, _ part: String, accepted: String) -> String {
    let culprit = part.isEmpty ? "" : " " + part.quoted
    let why = explanation.isEmpty ? "" : ": " + explanation
    return "\(text.quoted) \(phrase)\(culprit)\(why); accepted: \(accepted)"
  }
}

extension ParsingReason: Equatable {
  /// Whether both reasons have the same wording.
  package static func == (left: ParsingReason, right: ParsingReason) -> Bool {
    left.phrase.hasSameBytes(as: right.phrase)
      && left.explanation.hasSameBytes(as: right.explanation)
  }
}

extension ParsingReason {
  /// The text contains only spaces or nothing.
  package static var empty: ParsingReason { ParsingReason("is empty") }

  /// A character is not valid at its position.
  package static var unexpected: ParsingReason { ParsingReason("has an unexpected") }

  /// A duration has a minus sign.
  package static var negative: ParsingReason {
    ParsingReason("has a minus sign", because: "a duration cannot be negative")
  }

  /// A unit has no number.
  package static var missingNumber: ParsingReason { ParsingReason("has no number before") }

  /// A number has no unit, although it is not the only part of the text.
  package static var missingUnit: ParsingReason { ParsingReason("has no unit after") }

  /// A decimal point lacks digits before or after it.
  package static var missingDigits: ParsingReason {
    ParsingReason("lacks digits on one side of the decimal point in")
  }

  /// A part can be read in two ways.
  package static func twoReadings(_ first: String, _ second: String) -> ParsingReason {
    ParsingReason("has two readings of", because: "\(first) or \(second)")
  }

  /// A unit has an unknown name.
  package static var unknownUnit: ParsingReason { ParsingReason("has an unknown unit") }

  /// A unit is a year or a month, which have no fixed length.
  package static var calendarUnit: ParsingReason {
    ParsingReason("has a calendar unit", because: "years and months have no fixed length")
  }

  /// A unit comes after a shorter one.
  package static var unitOutOfOrder: ParsingReason {
    ParsingReason("has a unit out of order", because: "the longer unit comes first")
  }

  /// A unit occurs twice.
  package static var repeatedUnit: ParsingReason { ParsingReason("has a repeated unit") }

  /// An ISO 8601 time unit comes before the T, or a date unit after it.
  package static var unitOnWrongSide: ParsingReason {
    ParsingReason("has a unit on the wrong side of the T")
  }

  /// In an ISO 8601 duration, nothing follows the P or the T.
  package static var emptyPeriod: ParsingReason { ParsingReason("has nothing after") }

  /// A unit other than days comes before a time with colons.
  package static var unitBeforeClock: ParsingReason {
    ParsingReason("may have only days before its h:mm:ss part, not")
  }

  /// A colon lacks digits before or after it.
  package static var emptyField: ParsingReason {
    ParsingReason("has no digits on one side of its")
  }

  /// A field of a time with colons has the wrong number of digits.
  package static var fieldWidth: ParsingReason {
    ParsingReason("does not have exactly two digits in the field")
  }

  /// A time with colons is neither minutes and seconds nor hours, minutes and seconds.
  package static var fieldCount: ParsingReason {
    ParsingReason("has neither two nor three fields in")
  }

  /// A time with colons follows days, but has no hours.
  package static var fieldCountAfterDays: ParsingReason {
    ParsingReason("has days, and so needs hours, minutes and seconds in")
  }

  /// A duration is longer than a ``Moment`` can hold.
  package static var tooLong: ParsingReason {
    ParsingReason("is too long at", because: "the longest duration is 584 years")
  }

  /// A number is not a whole number of attoseconds.
  package static var tooFine: ParsingReason {
    ParsingReason("has a fraction finer than an attosecond in")
  }

  /// A second of 60 is not at the end of a month in UTC.
  package static var misplacedLeapSecond: ParsingReason {
    ParsingReason(
      "has a second outside 00 to 59",
      because: "a second of 60 occurs only at the end of a month in UTC")
  }

  /// A time of day is 24:00, which is at the end of a day. Without its day, it would be a day early.
  package static var endOfDay: ParsingReason {
    ParsingReason("has the end of a day in", because: "write 0:00 and the next day")
  }

  /// A word after the time is neither am nor pm.
  package static var unknownHalf: ParsingReason {
    ParsingReason("has neither am nor pm but")
  }

  /// The text has something else in place of a required part.
  static func missing(_ expected: String) -> ParsingReason {
    ParsingReason("has no \(expected) at")
  }

  /// The text ends before a required part.
  static func endsBefore(_ expected: String) -> ParsingReason {
    ParsingReason("ends before its \(expected)")
  }

  /// A field has a value outside its range.
  static func outside(_ field: String, _ range: ClosedRange<Int>) -> ParsingReason {
    let lowest = UInt64(range.lowerBound).digits(2)
    let highest = UInt64(range.upperBound).digits(2)
    return ParsingReason("has \(field) outside \(lowest) to \(highest)")
  }
}

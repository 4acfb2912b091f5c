/// What was wrong with a text that was refused.
///
/// More reasons may come; a switch over them needs a default. Compare with the static members
/// to tell some of them apart.
package struct ParsingReason: Sendable, CustomStringConvertible {
  /// What was wrong, to be followed by the offending part: `has an unknown unit`.
  let phrase: String

  /// Why that is refused, or empty if the phrase says it all.
  let explanation: String

  init(_ phrase: String, because explanation: String = "") {
    self.phrase = phrase
    self.explanation = explanation
  }

  /// What was wrong, without the text: `has an unknown unit`.
  package var description: String {
    explanation.isEmpty ? phrase : "\(phrase): \(explanation)"
  }

  /// One line that says what was wrong with `text`, in which `part`, and what is accepted.
  func message(_ text: String, _ part: String, accepted: String) -> String {
    let culprit = part.isEmpty ? "" : " " + part.quoted
    let why = explanation.isEmpty ? "" : ": " + explanation
    return "\(text.quoted) \(phrase)\(culprit)\(why); accepted: \(accepted)"
  }
}

extension ParsingReason: Equatable {
  /// Whether both say the same.
  package static func == (left: ParsingReason, right: ParsingReason) -> Bool {
    left.phrase.hasSameBytes(as: right.phrase)
      && left.explanation.hasSameBytes(as: right.explanation)
  }
}

extension ParsingReason {
  /// There is nothing but spaces.
  package static var empty: ParsingReason { ParsingReason("is empty") }

  /// A character stands where none belongs.
  package static var unexpected: ParsingReason { ParsingReason("has an unexpected") }

  /// A duration has a minus sign.
  package static var negative: ParsingReason {
    ParsingReason("has a minus sign", because: "a duration cannot be negative")
  }

  /// A unit has no number.
  package static var missingNumber: ParsingReason { ParsingReason("has no number before") }

  /// A number that is not alone has no unit.
  package static var missingUnit: ParsingReason { ParsingReason("has no unit after") }

  /// A decimal point lacks digits before or after it.
  package static var missingDigits: ParsingReason {
    ParsingReason("has a number without digits on both sides of its point")
  }

  /// No unit has that name.
  package static var unknownUnit: ParsingReason { ParsingReason("has an unknown unit") }

  /// Years and months, which differ in length.
  package static var calendarUnit: ParsingReason {
    ParsingReason("has a calendar unit", because: "years and months have no fixed length")
  }

  /// A unit that stands before a shorter one.
  package static var unitOutOfOrder: ParsingReason {
    ParsingReason("has a unit out of order", because: "the longer unit comes first")
  }

  /// A unit that occurs twice.
  package static var repeatedUnit: ParsingReason { ParsingReason("has a repeated unit") }

  /// A time unit of ISO 8601 before the T, or a date unit after it.
  package static var unitOnWrongSide: ParsingReason {
    ParsingReason("has a unit on the wrong side of the T")
  }

  /// An ISO 8601 duration in which nothing follows the P or the T.
  package static var emptyPeriod: ParsingReason { ParsingReason("has nothing after") }

  /// A unit other than days before a clock.
  package static var unitBeforeClock: ParsingReason {
    ParsingReason("has a unit other than days before its clock")
  }

  /// A colon that lacks digits before or after it.
  package static var emptyField: ParsingReason {
    ParsingReason("has no digits on one side of its")
  }

  /// A clock field after the first that does not have two digits.
  package static var fieldWidth: ParsingReason {
    ParsingReason("has a field without two digits")
  }

  /// A clock that is neither minutes and seconds nor hours, minutes and seconds.
  package static var fieldCount: ParsingReason {
    ParsingReason("has neither two nor three fields in")
  }

  /// A clock after days without its hours.
  package static var fieldCountAfterDays: ParsingReason {
    ParsingReason("has days before a clock without hours, minutes and seconds")
  }

  /// A duration longer than a ``Moment`` can hold.
  package static var tooLong: ParsingReason {
    ParsingReason("is too long with", because: "the longest duration is 584 years")
  }

  /// A number that is no whole number of attoseconds.
  package static var tooFine: ParsingReason {
    ParsingReason("has a fraction finer than an attosecond in")
  }

  /// A second of 60 that is not the last of a month in UTC.
  package static var misplacedLeapSecond: ParsingReason {
    ParsingReason("has a second outside 00 to 59", because: "60 only ends a month in UTC")
  }

  /// A letter that says neither am nor pm.
  package static var unknownHalf: ParsingReason {
    ParsingReason("has neither am nor pm but")
  }

  /// Something that belongs where the text has something else.
  static func missing(_ expected: String) -> ParsingReason {
    ParsingReason("has no \(expected) at")
  }

  /// Something that belongs where the text ends.
  static func endsBefore(_ expected: String) -> ParsingReason {
    ParsingReason("ends before its \(expected)")
  }

  /// A field with a value that it cannot have.
  static func outside(_ field: String, _ range: ClosedRange<Int>) -> ParsingReason {
    let lowest = UInt64(range.lowerBound).digits(2)
    let highest = UInt64(range.upperBound).digits(2)
    return ParsingReason("has \(field) outside \(lowest) to \(highest)")
  }
}

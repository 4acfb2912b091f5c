/// A decimal number as written, with its digits before and after the decimal point.
struct DecimalNumber {
  let whole: ArraySlice<UInt8>
  var fraction: ArraySlice<UInt8> = []

  /// Whether the decimal separator is a comma.
  var hasComma = false

  /// The reason why a number of units cannot be converted to a duration.
  enum Failure: Error {
    case tooLarge, tooFine
  }

  /// Whether the separator could also be one of thousands: a comma, or a point before days or weeks, of which there may be
  /// thousands.
  func mayBeGrouped(before unit: DurationUnit) -> Bool {
    guard fraction.count == 3, whole.count <= 3, whole.first != UInt8(ascii: "0") else {
      return false
    }
    return hasComma || unit == .day || unit == .week
  }

  /// Whether this is a whole number from 0 to 59 with at most two digits, as the minutes and seconds of a clock.
  var isSixtieth: Bool {
    guard fraction.isEmpty, let first = whole.first else { return false }
    return whole.count == 1 || whole.count == 2 && first < UInt8(ascii: "6")
  }

  /// Whether this could also be a clock of two fields, such as minutes and seconds.
  var mayBeClock: Bool { fraction.count == 2 && (fraction.first ?? 0) < UInt8(ascii: "6") }

  /// The longest time that a ``Moment`` can hold.
  static var longest: Duration { .nanoseconds(UInt64.max) }

  /// Returns this number of units, exactly.
  ///
  /// - Throws: ``Failure`` if the result is too long or is not a whole number of attoseconds.
  func duration(_ unit: Duration) throws(Failure) -> Duration {
    var duration = Duration.zero
    for digit in whole {
      duration = duration * 10 + unit * Int(digit - 0x30)
      guard duration <= Self.longest else { throw .tooLarge }
    }
    var place = unit
    for digit in fraction {
      // Only zeros are valid beyond the last place that is a whole number of attoseconds.
      let tenth = place / 10
      place = tenth * 10 == place ? tenth : .zero
      guard place > .zero || digit == 0x30 else { throw .tooFine }
      duration += place * Int(digit - 0x30)
    }
    guard duration <= Self.longest else { throw .tooLarge }
    return duration
  }
}

/// A decimal number as written, with its digits before and after the decimal point.
struct DecimalNumber {
  let whole: ArraySlice<UInt8>
  var fraction: ArraySlice<UInt8> = []

  /// The reason why a number of units cannot be converted to a duration.
  enum Failure: Error {
    case tooLarge, tooFine
  }

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

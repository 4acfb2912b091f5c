/// A decimal number as written, with its digits before and after the decimal point.
struct DecimalNumber {
  let whole: ArraySlice<UInt8>
  var fraction: ArraySlice<UInt8> = []

  /// The reason why a number of units cannot be converted to attoseconds.
  enum Failure: Error {
    case tooLarge, tooFine
  }

  /// Returns this number of units in attoseconds, exactly. Each unit is `unit` attoseconds long.
  ///
  /// - Throws: ``Failure`` if the result is too large or is not a whole number.
  func attoseconds(_ unit: Int128) throws(Failure) -> Int128 {
    let (product, isTooLarge) = try wholeValue().multipliedReportingOverflow(by: unit)
    let (sum, isSumTooLarge) = product.addingReportingOverflow(try fractionValue(unit))
    guard !isTooLarge, !isSumTooLarge else { throw .tooLarge }
    return sum
  }

  private func wholeValue() throws(Failure) -> Int128 {
    var value: Int128 = 0
    for digit in whole {
      let (shifted, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isSumTooLarge) = shifted.addingReportingOverflow(Int128(digit - 0x30))
      guard !isTooLarge, !isSumTooLarge else { throw .tooLarge }
      value = sum
    }
    return value
  }

  private func fractionValue(_ unit: Int128) throws(Failure) -> Int128 {
    var value: Int128 = 0
    var place = unit
    for digit in fraction {
      // Only zeros are valid beyond the last place that is a whole number of attoseconds.
      let (quotient, remainder) = place.quotientAndRemainder(dividingBy: 10)
      place = remainder == 0 ? quotient : 0
      guard place > 0 || digit == 0x30 else { throw .tooFine }
      value += place * Int128(digit - 0x30)
    }
    return value
  }
}

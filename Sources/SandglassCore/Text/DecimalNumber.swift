/// A decimal number as it is written: its digits before and after the point.
struct DecimalNumber {
  let whole: ArraySlice<UInt8>
  var fraction: ArraySlice<UInt8> = []

  /// Why a number of units is no number of attoseconds.
  enum Failure: Error {
    case tooLarge, tooFine
  }

  /// This many units of `unit` attoseconds each, exactly.
  ///
  /// - Throws: ``Failure`` if the result is above what fits, or is not whole.
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
      // Zeros after the last place that is whole add nothing.
      let (quotient, remainder) = place.quotientAndRemainder(dividingBy: 10)
      place = remainder == 0 ? quotient : 0
      guard place > 0 || digit == 0x30 else { throw .tooFine }
      value += place * Int128(digit - 0x30)
    }
    return value
  }
}

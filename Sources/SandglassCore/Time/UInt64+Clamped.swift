extension UInt64 {
  /// The sum, or the greatest number there is where it would overflow.
  @usableFromInline
  package func addingClamped(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The difference, or zero where it would be negative.
  package func subtractingClamped(_ other: UInt64) -> UInt64 {
    self > other ? self - other : 0
  }
}

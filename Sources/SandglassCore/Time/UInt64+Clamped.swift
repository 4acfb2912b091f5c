extension UInt64 {
  /// Returns the sum, or the maximum value if it would overflow.
  @usableFromInline
  package func addingClamped(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// Returns the difference, or zero if it would be negative.
  package func subtractingClamped(_ other: UInt64) -> UInt64 {
    self > other ? self - other : 0
  }
}

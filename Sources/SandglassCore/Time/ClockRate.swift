/// A clock that runs at a rate of another clock, a pure value.
///
/// The rate is stored in steps of 2^-32, so that a moment of either clock is converted exactly, and rounded only once: a
/// moment of this clock is rounded down, and the moment at which this clock reaches it is rounded up. So nothing that is
/// due on this clock comes early, and this clock never runs backwards when its rate changes.
package struct ClockRate: Sendable, Equatable {
  private static let one: UInt64 = 1 << 32

  /// The moment of the latest change of the rate on the other clock, and on this one.
  private var changed: Moment
  private var start: Moment

  /// The rate in steps of 2^-32.
  private var steps: UInt64

  /// Creates a clock that shows the same time as the other clock now.
  ///
  /// - Parameters:
  ///   - rate: The rate, as for ``setRate(_:at:)``.
  ///   - now: The moment on the other clock.
  package init(_ rate: Double, at now: Moment) {
    changed = now
    start = now
    steps = Self.steps(of: rate)
  }

  /// The rate.
  package var rate: Double { Double(steps) / Double(Self.one) }

  /// Returns this clock's moment.
  ///
  /// - Parameter other: The moment on the other clock. A moment before the latest change counts as that of the change.
  /// - Returns: The moment, which saturates at the distant future.
  package func moment(at other: Moment) -> Moment {
    let lapse = other.nanoseconds.subtractingClamped(changed.nanoseconds)
    let product = lapse.multipliedFullWidth(by: steps)
    let isTooLong = product.high >= Self.one
    return start.advanced(
      byNanoseconds: isTooLong ? .max : product.high << 32 | product.low >> 32)
  }

  /// Returns the first moment of the other clock at which this clock has reached a moment; `nil` if it never does.
  ///
  /// - Parameter moment: The moment on this clock.
  /// - Returns: The moment on the other clock.
  package func other(at moment: Moment) -> Moment? {
    guard moment > start else { return changed }
    guard steps > 0, moment < .distantFuture else { return nil }
    let wait = moment.nanoseconds - start.nanoseconds
    let (high, low) = (wait >> 32, wait << 32)
    guard high < steps else { return nil }
    let (quotient, remainder) = steps.dividingFullWidth((high, low))
    return changed.advanced(byNanoseconds: quotient.addingClamped(remainder > 0 ? 1 : 0))
  }

  /// Changes the rate from now on.
  ///
  /// - Parameters:
  ///   - rate: How many seconds pass on this clock in one second of the other clock. A number that is not above zero
  ///     counts as zero. At most 1,000,000.
  ///   - now: The moment on the other clock.
  package mutating func setRate(_ rate: Double, at now: Moment) {
    start = moment(at: now)
    changed = max(changed, now)
    steps = Self.steps(of: rate)
  }

  private static func steps(of rate: Double) -> UInt64 {
    // Not a number is not above zero.
    guard rate > 0 else { return 0 }
    return max(1, UInt64(min(rate, 1_000_000) * Double(one)))
  }
}

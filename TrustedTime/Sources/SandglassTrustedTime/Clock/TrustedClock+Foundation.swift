#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import Sandglass
public import SandglassTrustedTimeCore

extension TrustedClock {
  /// Compares the current time with a date. Returns `unknown` if the order is not certain.
  public func compare(with date: Date) -> TrustedComparison {
    compare(with: WallMoment(date))
  }
}

extension TrustedReading {
  /// The interval that contains the true time, as dates, or nil if the clock is unsynchronised.
  ///
  /// The edges are rounded to the resolution of `Date`, which is about a hundred nanoseconds.
  public var dates: ClosedRange<Date>? {
    interval.map { Date($0.lowerBound)...max(Date($0.lowerBound), Date($0.upperBound)) }
  }
}

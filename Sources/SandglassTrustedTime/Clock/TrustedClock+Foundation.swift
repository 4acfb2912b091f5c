#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import Sandglass
public import SandglassTrustedTimeCore

extension TrustedClock {
  /// Compares the current time with a date, as far as the order is certain.
  public func compare(with date: Date) -> TrustedComparison {
    compare(with: WallMoment(date))
  }
}

extension TrustedReading {
  /// The interval that contains true time, as dates, or nil if the clock is unsynchronized.
  ///
  /// The edges are rounded to the resolution of a date, which is some hundred nanoseconds.
  public var dates: ClosedRange<Date>? {
    interval.map { Date($0.lowerBound)...max(Date($0.lowerBound), Date($0.upperBound)) }
  }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import Sandglass
public import SandglassTrustedTimeCore

extension TrustedClock {
  /// Says where the present stands against a date, as far as that is certain.
  public func compare(with date: Date) -> TrustedComparison {
    compare(with: WallMoment(date))
  }
}

extension TrustedReading {
  /// The interval that holds true time, in dates; nil if the clock is unsynchronized.
  ///
  /// A date holds some hundred nanoseconds, to which the edges are rounded.
  public var dates: ClosedRange<Date>? {
    interval.map { Date($0.lowerBound)...max(Date($0.lowerBound), Date($0.upperBound)) }
  }
}

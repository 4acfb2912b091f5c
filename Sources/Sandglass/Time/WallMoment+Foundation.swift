#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SandglassCore

extension WallMoment {
  /// Creates an instant from a date, rounded to the nearest nanosecond.
  ///
  /// Dates beyond the range of 64-bit seconds are clamped to that range.
  public init(_ date: Date) {
    let time = date.timeIntervalSince1970
    // Numbers near 2^63 are whole.
    guard let seconds = Int64(exactly: time.rounded(.down)) else {
      self.init(secondsSince1970: time.isNaN ? 0 : time < 0 ? .min : .max)
      return
    }
    let nanoseconds = ((time - Double(seconds)) * 1_000_000_000).rounded()
    self.init(timeSince1970: .seconds(seconds) + .nanoseconds(Int64(nanoseconds)))
  }
}

extension Date {
  /// Creates a date from a wall-clock instant.
  public init(_ moment: WallMoment) {
    let (seconds, nanoseconds) = moment.secondsAndNanoseconds
    self.init(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1_000_000_000)
  }
}

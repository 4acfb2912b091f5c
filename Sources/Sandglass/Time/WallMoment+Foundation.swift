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
    let seconds = date.timeIntervalSince1970
    // This is 2^63 seconds, as a floating-point number.
    let limit = 0x1p63
    let bounded = seconds.isNaN ? 0 : min(max(seconds, -limit), limit)
    self.init(nanosecondsSince1970: Int128((bounded * 1_000_000_000).rounded()))
  }
}

extension Date {
  /// Creates a date from a wall-clock instant.
  public init(_ moment: WallMoment) {
    self.init(timeIntervalSince1970: Double(moment.nanosecondsSince1970) / 1_000_000_000)
  }
}

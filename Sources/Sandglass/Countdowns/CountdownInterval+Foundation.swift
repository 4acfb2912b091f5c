#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import SandglassCore

extension CountdownInterval {
  /// The range in dates, as `Text(timerInterval:)` and `ProgressView(timerInterval:)` take it.
  public var dates: ClosedRange<Date> {
    Date(start)...max(Date(start), Date(end))
  }

  /// Where the display stands still, as `Text(timerInterval:pauseTime:)` takes it; nil while the
  /// countdown runs or has finished.
  public var pauseDate: Date? {
    pausedAt.map { Date($0) }
  }
}

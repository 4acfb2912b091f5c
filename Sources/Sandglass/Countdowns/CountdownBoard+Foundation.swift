#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import SandglassCore

extension CountdownBoard {
  /// Starts a row that counts down to a date. It replaces an earlier row with the same id.
  ///
  /// Nothing happens if the row is already counting down to that date, or has finished at that time.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - end: When the row finishes. If this has passed, the row finishes immediately.
  /// - Returns: The row's countdown.
  @discardableResult
  public func start(_ id: ID, until end: Date) -> Countdown {
    start(id, until: WallMoment(end))
  }

  /// Starts many rows that count down to dates, in one call.
  ///
  /// Nothing happens to a row that is already counting down to its date, or that has finished at that time. An id that
  /// occurs twice is started twice.
  ///
  /// - Parameter rows: The ids of the rows, and when they finish. A row whose date has passed finishes immediately.
  public func start(contentsOf rows: some Sequence<(ID, Date)>) {
    start(contentsOf: rows.lazy.map { ($0, WallMoment($1)) })
  }

  /// Starts many rows in one call, in no particular order. Each row counts down to the date for its id.
  ///
  /// Nothing happens to a row that is already counting down to its date, or that has finished at that time.
  ///
  /// - Parameter rows: When the rows finish. A row whose date has passed finishes immediately.
  public func start(contentsOf rows: [ID: Date]) {
    start(contentsOf: rows.lazy.map { ($0.key, $0.value) })
  }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import SandglassCore

extension CountdownBoard {
  /// Starts a row that counts down to a date, in place of an earlier one with that id.
  ///
  /// For a row that counts to that very date already, or has finished at it, nothing happens.
  ///
  /// - Parameters:
  ///   - id: What names the row.
  ///   - end: When it finishes; a date that has passed finishes at once.
  /// - Returns: The row's countdown.
  @discardableResult
  public func start(_ id: ID, until end: Date) -> Countdown {
    start(id, until: WallMoment(end))
  }

  /// Starts a row for each of some dates, at one stroke.
  ///
  /// For a row that counts to that very date already, or has finished at it, nothing happens. An id that comes
  /// twice is started twice.
  ///
  /// - Parameter rows: What names each row, and when it finishes; a date that has passed finishes at once.
  public func start(contentsOf rows: some Sequence<(ID, Date)>) {
    start(contentsOf: rows.lazy.map { ($0, WallMoment($1)) })
  }

  /// Starts a row for each of some dates by id, at one stroke and in no particular order.
  ///
  /// For a row that counts to that very date already, or has finished at it, nothing happens.
  ///
  /// - Parameter rows: When each row finishes; a date that has passed finishes at once.
  public func start(contentsOf rows: [ID: Date]) {
    start(contentsOf: rows.lazy.map { ($0.key, $0.value) })
  }
}

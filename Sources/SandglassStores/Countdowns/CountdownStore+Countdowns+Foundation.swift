#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Sandglass
public import SandglassCore
import SandglassLedger

extension CountdownStore {
  /// Returns the countdown that is kept under an id, or a new one that counts down to a date.
  ///
  /// This is the same as ``countdown(_:startingFrom:options:label:)``, but with a date as the target.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - end: When the countdown finishes. If it is started later, it finishes immediately.
  ///   - options: How the countdown counts, and what it reports; nil for the options in the record, or the standard ones
  ///     if none is found.
  ///   - label: The label to display in lists of records; nil to use the label in the record. The latest call wins.
  /// - Returns: The timekeeper's only countdown for the record.
  public func countdown(
    _ id: String,
    until end: Date,
    options: CountdownOptions? = nil,
    label: String? = nil
  ) -> Countdown {
    countdown(id, until: WallMoment(end), options: options, label: label)
  }
}

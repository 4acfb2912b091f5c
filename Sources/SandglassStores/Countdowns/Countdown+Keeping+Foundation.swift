#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Sandglass
public import SandglassCore
public import SandglassLedger

extension Countdown {
  /// Returns the countdown that a store keeps under an id, or a new one that counts down to a date.
  ///
  /// This is the same as ``kept(_:in:startingFrom:options:label:on:)``, but with a date as the target.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - store: The store of the record.
  ///   - end: When the countdown finishes. If it is started later, it finishes immediately.
  ///   - options: How the countdown counts, and what it reports.
  ///   - label: The label to display in lists of records; nil to use the label in the record. The latest call wins.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: This timekeeper's only countdown for the record.
  public static func kept(
    _ id: String,
    in store: any CountdownStore,
    until end: Date,
    options: CountdownOptions = .standard,
    label: String? = nil,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    kept(
      id, in: store, until: WallMoment(end), options: options, label: label, on: timekeeper)
  }
}

import Sandglass
import SandglassCore
import SandglassLedger

/// A countdown or a stopwatch, which may be kept. The timekeeper's lock must be held.
protocol RecordOwner: AnyObject, Sendable {
  associatedtype Keeper: RecordKeeper

  var recordKeeper: Keeper? { get }

  /// Begins to keep this object.
  func begin(_ recordKeeper: Keeper)

  /// Follows what the store says of the record; nil if no update was necessary.
  func learn(
    _ news: RecordNews<Keeper.Record>?, life: (ProcessIdentity) -> ProcessLife, at now: Moment,
    in state: inout TimekeeperState)
}

extension RecordOwner {
  /// Returns the existing object for a record.
  static func living(_ key: RecordKey, in state: inout TimekeeperState) -> Self? {
    guard let living = state.keepers[key]?.object as? Self else { return nil }
    // This may be the last reference, which must not be released under the lock.
    state.effects.discarded.append(living)
    return living
  }

  /// Attaches this object to a record. Returns nil if the record may have changed since it was read.
  func attach(
    _ new: Keeper, ifStill changes: UInt64, in state: inout TimekeeperState
  ) -> Keeper? {
    if let recordKeeper { return recordKeeper.changes == changes ? recordKeeper : nil }
    guard Self.living(new.key, in: &state) == nil, state.goneKeepers == changes else { return nil }
    begin(new)
    state.keepers[new.key] = WeakReference(self)
    return new
  }
}

import SandglassCore

/// An object that is notified when the wall clock has been set.
protocol WallClockFollower: AnyObject, Sendable {
  /// Called when the wall clock may have changed relative to the steady clock. The timekeeper's lock is held, as for an
  /// entry that is due.
  func refresh(at now: Moment, in state: inout TimekeeperState)
}

/// A weak reference to a follower.
struct WeakWallClockFollower {
  private(set) weak var follower: (any WallClockFollower)?

  init(_ follower: any WallClockFollower) {
    self.follower = follower
  }
}

/// A reference that does not retain its object.
package struct WeakReference {
  package private(set) weak var object: (any AnyObject & Sendable)?

  /// The object's address, even after the object has been deallocated.
  private let address: UInt

  package init(_ object: any AnyObject & Sendable) {
    self.object = object
    address = UInt(bitPattern: ObjectIdentifier(object))
  }

  /// Returns whether this refers to the given object, which may be in the middle of its deinitialiser.
  func isReference(to object: ObjectIdentifier) -> Bool { address == UInt(bitPattern: object) }
}

/// A reference that does not retain its object.
struct WeakReference {
  private(set) weak var object: (any AnyObject & Sendable)?

  /// The object's address, even after the object has been deallocated.
  private let address: UInt

  init(_ object: any AnyObject & Sendable) {
    self.object = object
    address = UInt(bitPattern: ObjectIdentifier(object))
  }

  /// Returns whether this refers to the given object, which may be in the middle of its deinitialiser.
  func isReference(to object: ObjectIdentifier) -> Bool { address == UInt(bitPattern: object) }
}

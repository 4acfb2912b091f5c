/// A reference that does not keep its object alive.
struct WeakReference {
  private(set) weak var object: (any AnyObject & Sendable)?

  /// The object's address, even after the object was deallocated.
  private let address: UInt

  init(_ object: any AnyObject & Sendable) {
    self.object = object
    address = UInt(bitPattern: ObjectIdentifier(object))
  }

  /// Whether this refers to that object, which may be in the middle of its deinitialiser.
  func isReference(to object: ObjectIdentifier) -> Bool { address == UInt(bitPattern: object) }
}

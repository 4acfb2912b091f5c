/// A reference that does not keep its object alive.
struct WeakReference {
  private(set) weak var object: (any AnyObject & Sendable)?

  /// Where the object is or was.
  private let address: UInt

  init(_ object: any AnyObject & Sendable) {
    self.object = object
    address = UInt(bitPattern: ObjectIdentifier(object))
  }

  /// Whether it is a reference to that object, which may be going at this moment.
  func isReference(to object: ObjectIdentifier) -> Bool { address == UInt(bitPattern: object) }
}

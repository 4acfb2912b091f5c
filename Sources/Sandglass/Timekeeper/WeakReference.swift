/// A reference that does not keep its object alive.
struct WeakReference {
  private(set) weak var object: (any AnyObject & Sendable)?

  init(_ object: any AnyObject & Sendable) {
    self.object = object
  }
}

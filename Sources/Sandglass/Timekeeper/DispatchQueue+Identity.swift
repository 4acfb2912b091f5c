package import Dispatch

extension DispatchQueue {
  /// Identifies this queue.
  ///
  /// The object's own identity is not sufficient, because on Linux each access to `DispatchQueue.main` creates a new
  /// object.
  package var identity: ObjectIdentifier {
    if self === Self.theMain || label == Self.theMain.label {
      return ObjectIdentifier(Self.theMain)
    }
    return ObjectIdentifier(self)
  }

  /// Whether this is one of the system's global concurrent queues, which do not accept queue-specific values.
  package var isGlobal: Bool { label.hasPrefix("com.apple.root.") }

  /// The main queue, always the same object.
  package static let theMain = DispatchQueue.main
}

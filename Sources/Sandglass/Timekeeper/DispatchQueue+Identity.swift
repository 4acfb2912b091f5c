package import Dispatch

extension DispatchQueue {
  /// What tells this queue from others.
  ///
  /// The object itself does not: on Linux each look at `DispatchQueue.main` makes another one.
  package var identity: ObjectIdentifier {
    if self === Self.theMain || label == Self.theMain.label {
      return ObjectIdentifier(Self.theMain)
    }
    return ObjectIdentifier(self)
  }

  /// Whether this is one of the system's own concurrent queues, which take no values of ours.
  package var isGlobal: Bool { label.hasPrefix("com.apple.root.") }

  /// The main queue, always the same object.
  static let theMain = DispatchQueue.main
}

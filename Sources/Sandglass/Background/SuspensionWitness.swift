/// Somebody who is told that the system is about to suspend the app; held weakly.
@MainActor
final class SuspensionWitness {
  private(set) weak var owner: AnyObject?

  /// False once it has been removed or replaced.
  var isActive = true

  private let body: @MainActor () -> Void

  init<Owner: AnyObject>(_ owner: Owner, _ body: @escaping @MainActor (Owner) -> Void) {
    self.owner = owner
    self.body = { [weak owner] in
      if let owner { body(owner) }
    }
  }

  func tell() {
    if isActive { body() }
  }
}

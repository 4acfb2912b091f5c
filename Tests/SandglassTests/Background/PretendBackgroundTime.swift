import Sandglass

/// A platform that a test controls. It traps if a grant is ended twice.
// Sendable: everything mutable is behind a lock.
final class PretendBackgroundTime: BackgroundTime {
  struct Grants {
    var begun = 0
    var ended = 0
    var refused = 0
    var refuses = false
    var live: [Int: @MainActor @Sendable () -> Void] = [:]
  }

  private let grants = Locked(Grants())

  var begun: Int { grants.withLock { $0.begun } }
  var ended: Int { grants.withLock { $0.ended } }
  var refused: Int { grants.withLock { $0.refused } }
  var held: Int { grants.withLock { $0.live.count } }

  func refuse(_ refuses: Bool) {
    grants.withLock { $0.refuses = refuses }
  }

  func begin(
    expired: @escaping @MainActor @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    let number: Int? = grants.withLock { grants in
      guard !grants.refuses else {
        grants.refused += 1
        return nil
      }
      grants.begun += 1
      grants.live[grants.begun] = expired
      return grants.begun
    }
    guard let number else { return nil }
    return {
      self.grants.withLock { grants in
        precondition(grants.live.removeValue(forKey: number) != nil, "Given back twice.")
        grants.ended += 1
      }
    }
  }

  /// Expires all grants. Each must be ended by its handler.
  @MainActor
  func expire() {
    let live = grants.withLock { $0.live }
    for (number, expired) in live {
      expired()
      precondition(grants.withLock { $0.live[number] == nil }, "Not given back at its expiry.")
    }
  }
}

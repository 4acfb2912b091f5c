/// A claim on background time, for work during which the app should not be suspended.
///
/// A claim is taken at most once, and is released once: by a call to ``release()``, or when it is deallocated. A claim
/// that is released before it was taken can no longer be taken. Code that decides under a lock and acts after unlocking
/// may therefore take and release a claim in any order.
public final class BackgroundClaim: @unchecked Sendable {
  // Sendable: `stage` is accessed only under the claims' lock.

  private enum Stage {
    case made
    case taken
    case released
  }

  private let background: BackgroundClaims
  private var stage = Stage.made

  /// Creates a claim that has not been taken yet. This does not request any time.
  package init(on background: BackgroundClaims) {
    self.background = background
  }

  deinit {
    release()
  }

  /// Takes the claim. Returns false if the claim has already been taken or released.
  ///
  /// This may request time from the platform before it returns, so the caller must not hold a lock.
  @discardableResult
  package func take() -> Bool {
    var isTaken = false
    background.perform { guarded in
      guard stage == .made else { return .nothing }
      stage = .taken
      isTaken = true
      return guarded.state.claimed()
    }
    return isTaken
  }

  /// Releases the claim. Can be called on any thread. Returns false if the claim has already been released.
  ///
  /// This may give time back to the platform before it returns, so the caller must not hold a lock.
  @discardableResult
  public func release() -> Bool {
    var isReleased = false
    background.perform { guarded in
      let wasTaken = stage == .taken
      isReleased = stage != .released
      stage = .released
      return wasTaken ? guarded.state.released() : .nothing
    }
    return isReleased
  }
}

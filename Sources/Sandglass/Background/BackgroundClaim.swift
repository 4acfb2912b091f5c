/// A claim to background time, made by something that should not be suspended.
///
/// It is taken at most once and given back once: when it is released, or when nobody holds it any
/// more. A claim that is released before it was taken is never taken, so that whoever decides
/// under a lock and acts after it may act in any order.
public final class BackgroundClaim: @unchecked Sendable {
  // Sendable: `stage` is touched under the keeper's lock alone.

  private enum Stage {
    case made
    case taken
    case released
  }

  private let keeper: BackgroundKeeper
  private var stage = Stage.made

  /// Makes a claim that has still to be taken; that costs nothing and calls nobody.
  package init(on keeper: BackgroundKeeper) {
    self.keeper = keeper
  }

  deinit {
    release()
  }

  /// Takes effect; false if it has before, or has been released.
  ///
  /// The platform may be asked for time before this returns: no lock must be held.
  @discardableResult
  package func take() -> Bool {
    var isTaken = false
    keeper.perform { guarded in
      guard stage == .made else { return .nothing }
      stage = .taken
      isTaken = true
      return guarded.state.claimed()
    }
    return isTaken
  }

  /// Gives the claim back, from any thread; false if that has been done.
  ///
  /// The platform may be given its time back before this returns: no lock must be held.
  @discardableResult
  public func release() -> Bool {
    var isReleased = false
    keeper.perform { guarded in
      let wasTaken = stage == .taken
      isReleased = stage != .released
      stage = .released
      return wasTaken ? guarded.state.released() : .nothing
    }
    return isReleased
  }
}

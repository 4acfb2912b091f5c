/// Requests background time while claims exist and the app is in the background, and gives it back exactly once on
/// every path.
///
/// The keeper requests time when the app leaves the foreground, and when the first claim is made in the background. It
/// gives the time back when the last claim is released, when the app returns to the foreground, and when the time
/// expires. Once time has expired or been refused, the keeper does not request it again until the app has been in the
/// foreground.
///
/// A platform's adapter reports leaving and returning. Without an adapter, the keeper never requests time. Every method
/// may be called on any thread unless its documentation says otherwise.
public final class BackgroundKeeper: Sendable {
  /// The state that the lock guards.
  struct Guarded {
    var state = BackgroundState()

    /// The platform, while the app is in the background.
    var time: (any BackgroundTime)?

    /// Gives back the time that the platform has granted.
    var giveBack: (@Sendable () -> Void)?
  }

  private let guarded = Locked(Guarded())

  @MainActor private var witnesses: [SuspensionWitness] = []

  /// Creates a keeper for an app that is in the foreground.
  public init() {}
}

// MARK: - Claims

extension BackgroundKeeper {
  /// Claims background time until the claim is released or deallocated.
  ///
  /// In the foreground this only counts the claim. In the background it may request time from the platform before it
  /// returns.
  public func claim() -> BackgroundClaim {
    let claim = BackgroundClaim(on: self)
    claim.take()
    return claim
  }

  /// Whether a claim to background time exists.
  public var isClaimed: Bool { guarded.withLock { $0.state.claims > 0 } }
}

// MARK: - Leaving and returning

extension BackgroundKeeper {
  /// Reports that the app has gone to the background. The platform's adapter calls this, any number of times.
  ///
  /// - Parameter time: Grants the platform's background time. It is released when the app returns.
  public func enterBackground(granting time: any BackgroundTime) {
    exchangeTime(for: time) { state in state.leftFront() }
  }

  /// Reports that the app is coming to the foreground. The platform's adapter calls this, any number of times.
  ///
  /// Granted time is given back before this returns, unless another thread is requesting it at that moment. That thread
  /// then gives the time back immediately.
  public func enterForeground() {
    exchangeTime(for: nil) { state in state.returnedToFront() }
  }

  private func exchangeTime(
    for time: (any BackgroundTime)?, _ event: (inout BackgroundState) -> BackgroundState.Action
  ) {
    // The previous one is released after the lock, because its deinitialiser may call anything.
    var time = time
    perform { guarded in
      swap(&guarded.time, &time)
      return event(&guarded.state)
    }
  }
}

// MARK: - About to be suspended

extension BackgroundKeeper {
  /// Calls `body` on the main actor when the system is about to suspend the app: once each time that background time
  /// expires, before the time is given back.
  ///
  /// `body` is not called if no time was claimed or granted. It must return quickly, because the system waits for it.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure works on. It is held weakly and passed to the closure. Binding the same
  ///     owner again replaces its previous closure.
  ///   - body: Called with the owner.
  @MainActor
  public func onSuspension<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner) -> Void
  ) {
    unbind(owner)
    witnesses.append(SuspensionWitness(owner, body))
  }

  /// Removes the closure that is bound to `owner`. It is not called again.
  @MainActor
  public func unbind(_ owner: AnyObject) {
    removeWitnesses { $0.owner === owner }
  }

  @MainActor
  private func removeWitnesses(where isObsolete: (SuspensionWitness) -> Bool) {
    for witness in witnesses where isObsolete(witness) { witness.isActive = false }
    witnesses.removeAll { !$0.isActive }
  }

  /// Notifies the observers that the time of a grant is about to run out, and gives the time back before returning.
  @MainActor
  private func expire(_ number: Int) {
    guard guarded.withLock({ $0.state.expired(number) }) == .tell else { return }
    removeWitnesses { $0.owner == nil }
    for witness in witnesses { witness.tell() }
    perform { guarded in guarded.state.toldOfExpiry() }
  }
}

// MARK: - The lock

extension BackgroundKeeper {
  /// Passes an event to the state, then carries out the resulting actions outside the lock.
  func perform(_ event: (inout Guarded) -> BackgroundState.Action) {
    var step = plan(event)
    while let next = carryOut(step) { step = next }
  }

  /// An action, and the platform's time that it concerns.
  private typealias Step = (action: BackgroundState.Action, time: (any BackgroundTime)?)

  private func plan(_ event: (inout Guarded) -> BackgroundState.Action) -> Step {
    guarded.withLock { guarded in (event(&guarded), guarded.time) }
  }

  /// Carries out a step. Returns the next one; nil if there is none.
  private func carryOut(_ step: Step) -> Step? {
    switch step.action {
    case .begin(let number):
      let giveBack = step.time?.begin { self.expire(number) }
      return plan { guarded in
        guarded.giveBack = giveBack
        return guarded.state.begun(isGranted: giveBack != nil)
      }
    case .end:
      guarded.withLock { $0.giveBack.take() }?()
      return plan { guarded in guarded.state.ended() }
    case .tell, .nothing:
      return nil
    }
  }
}

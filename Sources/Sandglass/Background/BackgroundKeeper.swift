/// Asks for background time while something claims it and the app is in the background, and gives
/// it back exactly once on every path.
///
/// It is asked for when the app leaves the front, and when a first claim is made in the
/// background. It is given back when the last claim is released, when the app returns to the
/// front, and when it expires. Once it has expired or was refused it is not asked for again until
/// the app has been in front.
///
/// A platform's adapter tells of leaving and returning; without one nothing is ever asked for.
/// Every method may be called from any thread unless it says otherwise.
public final class BackgroundKeeper: Sendable {
  /// What is guarded by the lock.
  struct Guarded {
    var state = BackgroundState()

    /// The platform, while the app is in the background.
    var time: (any BackgroundTime)?

    /// What gives back the time that is held.
    var giveBack: (@Sendable () -> Void)?
  }

  private let guarded = Locked(Guarded())

  @MainActor private var witnesses: [SuspensionWitness] = []

  /// Makes a keeper for an app that is in front.
  public init() {}
}

// MARK: - Claims

extension BackgroundKeeper {
  /// Claims background time until the claim is released or let go.
  ///
  /// In front this only counts. In the background the platform may be asked before this returns.
  public func claim() -> BackgroundClaim {
    let claim = BackgroundClaim(on: self)
    claim.take()
    return claim
  }

  /// Whether something claims background time.
  public var isClaimed: Bool { guarded.withLock { $0.state.claims > 0 } }
}

// MARK: - Leaving and returning

extension BackgroundKeeper {
  /// The app has gone to the background; told by the platform's adapter, any number of times.
  ///
  /// - Parameter time: What the platform grants there. It is let go when the app returns.
  public func enterBackground(granting time: any BackgroundTime) {
    exchangeTime(for: time) { state in state.leftFront() }
  }

  /// The app is coming to the front; told by the platform's adapter, any number of times.
  ///
  /// What is held is given back before this returns, unless another thread is just asking for it:
  /// then that thread gives it back at once.
  public func enterForeground() {
    exchangeTime(for: nil) { state in state.returnedToFront() }
  }

  private func exchangeTime(
    for time: (any BackgroundTime)?, _ event: (inout BackgroundState) -> BackgroundState.Action
  ) {
    // The earlier one is let go after the lock: its deinitialiser may call anything.
    var time = time
    perform { guarded in
      swap(&guarded.time, &time)
      return event(&guarded.state)
    }
  }
}

// MARK: - About to be suspended

extension BackgroundKeeper {
  /// Calls `body` on the main actor when the system is about to suspend the app: once each time
  /// that background time expires, before it is given back.
  ///
  /// It is not called where nothing was claimed or nothing was granted, and it must be quick: the
  /// system waits for it.
  ///
  /// - Parameters:
  ///   - owner: What the closure works on: held weakly and handed to it. Binding the same owner
  ///     again replaces the earlier closure.
  ///   - body: What to do with the owner.
  @MainActor
  public func onSuspension<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner) -> Void
  ) {
    unbind(owner)
    witnesses.append(SuspensionWitness(owner, body))
  }

  /// Removes what is bound to `owner`; it is told nothing more.
  @MainActor
  public func unbind(_ owner: AnyObject) {
    removeWitnesses { $0.owner === owner }
  }

  @MainActor
  private func removeWitnesses(where isObsolete: (SuspensionWitness) -> Bool) {
    for witness in witnesses where isObsolete(witness) { witness.isActive = false }
    witnesses.removeAll { !$0.isActive }
  }

  /// The system says that the time of a grant is about to run out; it is given back on return.
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
  /// Tells the state of an event, then does what it says, outside the lock.
  func perform(_ event: (inout Guarded) -> BackgroundState.Action) {
    var step = plan(event)
    while let next = carryOut(step) { step = next }
  }

  /// What is to be done, and by what platform.
  private typealias Step = (action: BackgroundState.Action, time: (any BackgroundTime)?)

  private func plan(_ event: (inout Guarded) -> BackgroundState.Action) -> Step {
    guarded.withLock { guarded in (event(&guarded), guarded.time) }
  }

  /// Does one step and answers with the next; nil if there is none.
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

/// Requests background time while claims exist and the app is in the background, and gives each grant back exactly
/// once.
///
/// Time is requested when the app leaves the foreground while a claim exists, and when the first claim is made in the
/// background. It is given back when the last claim is released, when the app returns to the foreground, and when it
/// expires. Once time has expired or has been refused, it is not requested again until the app has been in the
/// foreground.
///
/// A platform's adapter, such as `ApplicationLink` in SandglassUIKit, reports when the app leaves and enters the
/// foreground. Without an adapter, time is never requested. Every method can be called on any thread.
public final class BackgroundClaims: Sendable {
  /// The state that the lock guards.
  struct Guarded {
    var state = BackgroundState()

    /// The source of the platform's background time, while the app is in the background.
    var time: (any BackgroundTime)?

    /// The closure that gives back the time that the platform has granted.
    var giveBack: (@Sendable () -> Void)?
  }

  private let guarded = Locked(Guarded())

  /// Creates the claims of an app that is in the foreground.
  public init() {}
}

// MARK: - Claims

extension BackgroundClaims {
  /// Claims background time until the claim is released or deallocated.
  ///
  /// In the foreground, this only counts the claim. In the background, it may request time from the platform before it
  /// returns.
  public func claim() -> BackgroundClaim {
    let claim = BackgroundClaim(on: self)
    claim.take()
    return claim
  }

  /// Whether a claim on background time exists.
  package var isClaimed: Bool { guarded.withLock { $0.state.claims > 0 } }
}

// MARK: - Leaving and returning

extension BackgroundClaims {
  /// Notes that the app has entered the background. The platform's adapter calls this, and may call it
  /// repeatedly.
  ///
  /// - Parameter time: The object that grants the platform's background time. It is released when the app returns to
  ///   the foreground.
  package func enterBackground(granting time: any BackgroundTime) {
    exchangeTime(for: time) { state in state.leftFront() }
  }

  /// Notes that the app is entering the foreground. The platform's adapter calls this, and may call it
  /// repeatedly.
  ///
  /// Granted time is given back before this returns, unless another thread is requesting time at that moment. In that
  /// case, the other thread gives the time back immediately.
  package func enterForeground() {
    exchangeTime(for: nil) { state in state.returnedToFront() }
  }

  private func exchangeTime(
    for time: (any BackgroundTime)?, _ event: (inout BackgroundState) -> BackgroundState.Action
  ) {
    // The previous object is released after the lock has been unlocked, because its deinitialiser may run arbitrary
    // code.
    var time = time
    perform { guarded in
      swap(&guarded.time, &time)
      return event(&guarded.state)
    }
  }
}

// MARK: - The lock

extension BackgroundClaims {
  /// Passes an event to the state, then carries out the resulting actions outside the lock.
  func perform(_ event: (inout Guarded) -> BackgroundState.Action) {
    var step = plan(event)
    while let next = carryOut(step) { step = next }
  }

  /// An action, and the background time on which it acts.
  private typealias Step = (action: BackgroundState.Action, time: (any BackgroundTime)?)

  private func plan(_ event: (inout Guarded) -> BackgroundState.Action) -> Step {
    guarded.withLock { guarded in (event(&guarded), guarded.time) }
  }

  /// Carries out a step. Returns the next step; nil if there is none.
  private func carryOut(_ step: Step) -> Step? {
    switch step.action {
    case .begin(let number):
      let giveBack = step.time?.begin { self.perform { $0.state.expired(number) } }
      return plan { guarded in
        guarded.giveBack = giveBack
        return guarded.state.begun(isGranted: giveBack != nil)
      }
    case .end:
      guarded.withLock { $0.giveBack.take() }?()
      return plan { guarded in guarded.state.ended() }
    case .nothing:
      return nil
    }
  }
}

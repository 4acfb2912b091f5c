import Sandglass

/// A rule that gives the times of another one, and does something when it is asked.
final class AskedRule: Sendable {
  private struct State {
    var count = 0
    var callsLeft = 0
    var isCalling = false
    var action: @Sendable () -> Void = {}
  }

  private let times: WallTimes
  private let state = Locked(State())

  init(_ times: WallTimes) {
    self.times = times
  }

  /// How often the rule has been asked.
  var count: Int { state.withLock { $0.count } }

  /// Makes the rule call a closure when it is asked, but not when the closure asks it.
  ///
  /// - Parameters:
  ///   - calls: How often it calls the closure.
  ///   - action: The closure.
  func whenAsked(atMost calls: Int = .max, _ action: @escaping @Sendable () -> Void) {
    state.withLock { ($0.callsLeft, $0.action) = (calls, action) }
  }

  /// The times, with this rule.
  var asked: WallTimes {
    WallTimes { [self] instant in
      let action = state.withLock { state -> (@Sendable () -> Void)? in
        state.count += 1
        guard state.callsLeft > 0, !state.isCalling else { return nil }
        state.callsLeft -= 1
        state.isCalling = true
        return state.action
      }
      if let action {
        action()
        state.withLock { $0.isCalling = false }
      }
      return times.next(after: instant)
    }
  }
}

import SandglassCore

// An instance of this module is one timekeeper: it has one queue, and JavaScript sets one alarm for it.

/// What is due next: a countdown, or a stopwatch at the complement of its index.
nonisolated(unsafe) var queue = TimerQueue<Int32>()

/// Returns the milliseconds until the next alarm, rounded up, or a negative number if there is none.
@_expose(wasm, "alarm_delay") @_cdecl("alarm_delay")
func alarmDelay(now: Double) -> Double {
  guard let alarm = queue.alarm else { return -1 }
  return ((alarm - Moment(milliseconds: now)).milliseconds).rounded(.up).magnitudeIfPositive
}

/// Delivers everything that is due.
@_expose(wasm, "advance") @_cdecl("advance")
func advance(now: Double) {
  let now = Moment(milliseconds: now)
  queue.wokeUp(at: now)
  var round = queue.beginRound(at: now)
  while let index = queue.popFirst(in: &round) {
    if index >= 0 {
      advanceCountdown(index, to: now)
    } else {
      advanceStopwatch(~index, to: now)
    }
  }
}

extension Double {
  /// This number, or zero if it is negative.
  fileprivate var magnitudeIfPositive: Double { self > 0 ? self : 0 }
}

extension TimerQueue where Payload == Int32 {
  /// Moves what is due next of one countdown or stopwatch.
  mutating func replace(
    _ token: inout Token?, _ index: Int32, _ due: (moment: Moment, tolerance: UInt64)?
  ) {
    if let token { _ = remove(token) }
    token = due.map { insert(index, at: $0.moment, toleranceNanoseconds: $0.tolerance) }
  }
}

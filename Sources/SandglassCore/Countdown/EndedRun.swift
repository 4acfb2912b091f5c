/// How a run ended, in less space than a ``CountdownEnd``.
package enum EndedRun: Sendable, Hashable {
  case cancelled(at: Moment)
  case finished(at: Moment, missed: Int)

  /// The run finished before the clock's origin, by so many nanoseconds. Nothing was shown since then, and missed.
  case finishedBeforeOrigin(by: UInt64)

  init(_ end: CountdownEnd) {
    if end.outcome == .cancelled {
      self = .cancelled(at: end.moment)
    } else {
      self = Self.finished(at: end.instant, missed: end.missed)
    }
  }

  package static func finished(at instant: PastMoment, missed: Int = 0) -> EndedRun {
    instant.beforeOrigin > 0
      ? .finishedBeforeOrigin(by: instant.beforeOrigin)
      : .finished(at: instant.moment, missed: missed)
  }

  var end: CountdownEnd {
    switch self {
    case .cancelled(let moment): CountdownEnd(.cancelled, at: moment)
    case .finished(let moment, let missed): CountdownEnd(.finished, at: moment, missed: missed)
    case .finishedBeforeOrigin(let time):
      CountdownEnd(.finished, at: PastMoment(.origin, beforeOrigin: time))
    }
  }

  /// Returns the same on a clock that reads `shift` nanoseconds less.
  func moved(backBy shift: UInt64) -> EndedRun {
    let end = end
    return EndedRun(
      CountdownEnd(end.outcome, at: end.instant.moved(backBy: shift), missed: end.missed))
  }
}

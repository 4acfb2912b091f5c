import SandglassCore

/// What a timer does, in words, for somebody who wonders why it does not fire.
struct TimerDescription {
  enum Status {
    case waits(until: Moment)
    case paused(remaining: Duration)

    /// Nothing is to come, though something may.
    case idle(String)
    case ended
  }

  let kind: PendingTimer.Kind
  let status: Status

  /// How much has come due and waits for its queue.
  let undelivered: Int

  let madeAt: SourceLine?
  let now: Moment
}

extension TimerDescription: CustomStringConvertible {
  var description: String {
    let waiting = undelivered > 0 ? "\(undelivered) on the way to a queue" : nil
    let place = madeAt.map { "made at \($0)" }
    return ["\(kind)", statusText, waiting, place].compactMap { $0 }.joined(separator: ", ")
  }

  private var statusText: String {
    switch status {
    case .waits(until: .distantFuture): "never due"
    case .waits(let due) where due < now:
      "late by \((now - due).readableText): its timekeeper has not come to it"
    case .waits(let due): "due in \((due - now).readableText)"
    case .paused(let remaining): "paused with \(remaining.readableText) left"
    case .idle(let text): text
    case .ended: "ended"
    }
  }
}

import SandglassCore

/// The state of a timer as text, for debugging a timer that does not fire.
struct TimerDescription {
  enum Status {
    case waits(until: Moment)
    case paused(remaining: Duration)

    /// No call is scheduled, but the timer can be used again.
    case idle(String)
    case ended
  }

  let kind: PendingTimer.Kind
  let status: Status

  /// The number of callbacks that were due but are still waiting for their queue.
  let undelivered: Int

  /// The type of the object that the timer is bound to; nil if there is none, or after the end.
  let owner: Any.Type?
  let now: Moment
}

extension TimerDescription: CustomStringConvertible {
  var description: String {
    let waiting = undelivered > 0 ? "\(undelivered) waiting for a queue" : nil
    let owner = owner.map { "for \($0)" }
    return ["\(kind)", owner, statusText, waiting].compactMap { $0 }.joined(separator: ", ")
  }

  private var statusText: String {
    switch status {
    case .waits(until: .distantFuture): "never due"
    case .waits(let due) where due < now:
      "\((now - due).readableText) late: its timekeeper has not served it yet"
    case .waits(let due): "due in \((due - now).readableText)"
    case .paused(let remaining): "paused with \(remaining.readableText) left"
    case .idle(let text): text
    case .ended: "ended"
    }
  }
}

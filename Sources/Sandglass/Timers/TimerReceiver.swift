import Dispatch
import SandglassCore

/// The closure that receives a timer's ticks or values, and its queue.
struct TimerReceiver<Message: Sendable>: Sendable {
  /// The queue to call the closure on; nil for the timekeeper's own thread.
  let queue: DispatchQueue?

  /// The type of the owner; nil if there is none.
  let owner: Any.Type?

  /// Passes a message to the closure. Returns false if the closure's owner no longer exists.
  let receive: @Sendable (Message) -> Bool

  /// Creates a receiver that calls a closure on the main actor.
  static func main(_ body: @escaping @MainActor (Message) -> Void) -> TimerReceiver {
    TimerReceiver(queue: .theMain, owner: nil) { message in
      MainActor.assumeIsolated { body(message) }
      return true
    }
  }

  /// Creates a receiver that calls a closure on the main actor, with an owner that is held weakly.
  @MainActor
  static func main<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, Message) -> Void
  ) -> TimerReceiver {
    let receive: @MainActor (Message) -> Bool = { [weak owner] message in
      guard let owner else { return false }
      body(owner, message)
      return true
    }
    return TimerReceiver(queue: .theMain, owner: Owner.self) { message in
      MainActor.assumeIsolated { receive(message) }
    }
  }

  /// Creates a receiver that calls a closure on a queue, or on the timekeeper's own thread.
  static func queue(
    _ queue: DispatchQueue?, _ body: @escaping @Sendable (Message) -> Void
  ) -> TimerReceiver {
    TimerReceiver(queue: queue, owner: nil) { message in
      body(message)
      return true
    }
  }

  /// Creates a receiver that calls a closure on a queue, or on the timekeeper's own thread, with an owner that is held
  /// weakly.
  static func queue<Owner: AnyObject & Sendable>(
    _ queue: DispatchQueue?, with owner: Owner,
    _ body: @escaping @Sendable (Owner, Message) -> Void
  ) -> TimerReceiver {
    TimerReceiver(queue: queue, owner: Owner.self) { [weak owner] message in
      guard let owner else { return false }
      body(owner, message)
      return true
    }
  }
}

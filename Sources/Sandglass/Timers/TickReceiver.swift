import Dispatch
import SandglassCore

/// Who is told of a timer's ticks, and where.
struct TickReceiver: Sendable {
  /// The queue to be called on; nil for the timekeeper's own thread.
  let queue: DispatchQueue?

  /// Hands a tick to the closure; false if its owner is gone.
  let receive: @Sendable (Tick) -> Bool

  /// A closure on the main actor.
  static func main(_ body: @escaping @MainActor (Tick) -> Void) -> TickReceiver {
    TickReceiver(queue: .theMain) { tick in
      MainActor.assumeIsolated { body(tick) }
      return true
    }
  }

  /// A closure on the main actor, with an owner that is held weakly.
  @MainActor
  static func main<Owner: AnyObject>(
    with owner: Owner, _ body: @escaping @MainActor (Owner, Tick) -> Void
  ) -> TickReceiver {
    let receive: @MainActor (Tick) -> Bool = { [weak owner] tick in
      guard let owner else { return false }
      body(owner, tick)
      return true
    }
    return TickReceiver(queue: .theMain) { tick in MainActor.assumeIsolated { receive(tick) } }
  }

  /// A closure on a queue, or on the timekeeper's own thread.
  static func queue(
    _ queue: DispatchQueue?, _ body: @escaping @Sendable (Tick) -> Void
  ) -> TickReceiver {
    TickReceiver(queue: queue) { tick in
      body(tick)
      return true
    }
  }

  /// A closure on a queue, with an owner that is held weakly.
  static func queue<Owner: AnyObject & Sendable>(
    _ queue: DispatchQueue, with owner: Owner, _ body: @escaping @Sendable (Owner, Tick) -> Void
  ) -> TickReceiver {
    TickReceiver(queue: queue) { [weak owner] tick in
      guard let owner else { return false }
      body(owner, tick)
      return true
    }
  }
}

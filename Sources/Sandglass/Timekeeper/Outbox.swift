import SandglassCore

/// The callbacks that wait for one queue, in the order in which they were told.
///
/// Many that are due together cost one hop. While one hop delivers, further callbacks wait for
/// the next: callbacks of one queue never nest and never overtake each other.
struct Outbox {
  /// One callback on its way.
  enum Delivery: Sendable {
    /// A countdown's event, for a closure that may be gone when it arrives. Events are by far the
    /// most that is told, and so travel without a closure of their own.
    case event(
      CountdownEvent, at: Moment, to: CountdownBinding, after: Int, handled: FinishHandler?)

    case call(@Sendable () -> Void)

    /// Delivers it, on the queue.
    func perform() {
      switch self {
      case .event(let event, let moment, let binding, let cancellations, let handled):
        binding.deliver(event, from: moment, toldAfter: cancellations, handled: handled)
      case .call(let action):
        action()
      }
    }
  }

  /// What is to be done about the queue.
  enum Action {
    case deliver
    case nothing
  }

  private var waiting: [Delivery] = []
  private var isOnItsWay = false

  /// Adds a callback, and says whether the queue must be hopped to for it.
  mutating func add(_ delivery: Delivery) -> Action {
    waiting.append(delivery)
    if isOnItsWay { return .nothing }
    isOnItsWay = true
    return .deliver
  }

  /// Takes all that waits, to be called on the queue now.
  mutating func take() -> [Delivery] {
    defer { waiting = [] }
    return waiting
  }

  /// Says whether the queue must be hopped to again, after what was taken has been called.
  mutating func delivered() -> Action {
    isOnItsWay = !waiting.isEmpty
    return isOnItsWay ? .deliver : .nothing
  }
}

/// An event in the outbox, and what has become of it so far.
public struct OutboxEntry: Sendable, Hashable, Identifiable {
  /// The number in the outbox. A later event has a greater one.
  public let number: Int64

  /// The event; nil if it cannot be read.
  public let event: DurableEvent?

  /// How often its handler has failed.
  public let failures: Int

  /// Whether the event was given up, so that it is not handed out any more.
  public let isGivenUp: Bool

  /// What the last handler has thrown, or why the event cannot be read.
  public let error: String?

  /// The number.
  public var id: Int64 { number }
}

extension OutboxEntry {
  /// Creates an entry whose event `read` reads, unless it is damaged.
  init(
    number: Int64, failures: Int, isGivenUp: Bool, error: String?,
    read: () throws(DurableError) -> DurableEvent
  ) {
    var (event, error): (DurableEvent?, String?) = (nil, error)
    do { event = try read() } catch let damage { error = "\(damage)" }
    self.init(
      number: number, event: event, failures: failures, isGivenUp: isGivenUp, error: error)
  }
}

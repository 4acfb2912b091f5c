/// How durable countdowns hand out events, and how long they keep what is over.
public struct DurableOptions: Sendable {
  /// When an event is handed out again whose handler has failed.
  public var retries: RetryPolicy

  /// How many handlers may be in progress, from 1 to 1,000. It does not apply to handlers in a transaction, and not to
  /// `events`, which have one reader.
  public var handlersAtOnce: Int {
    didSet { handlersAtOnce = min(max(1, handlersAtOnce), 1_000) }
  }

  /// After this time, a closure is cancelled. If it throws then, it has failed. From 100 ms. It does not apply to handlers in
  /// a transaction, whose limits are the database's, and not to `events`.
  public var handlerLimit: Duration {
    didSet { handlerLimit = max(.milliseconds(100), handlerLimit) }
  }

  /// How long countdowns that have ended, events that were given up, and keys are kept, at least: since the end, since
  /// they were given up, and since their first use. From a minute.
  public var keeping: Duration {
    didSet { keeping = max(.seconds(60), keeping) }
  }

  /// Creates options.
  ///
  /// - Parameters:
  ///   - retries: When an event is handed out again whose handler has failed.
  ///   - handlersAtOnce: How many handlers may be in progress, from 1 to 1,000.
  ///   - handlerLimit: After this time, a closure is cancelled. From 100 ms; a minute by default.
  ///   - keeping: How long what is over is kept, at least. From a minute; a day by default.
  public init(
    retries: RetryPolicy = .standard, handlersAtOnce: Int = 16,
    handlerLimit: Duration = .seconds(60), keeping: Duration = .seconds(86_400)
  ) {
    self.retries = retries
    self.handlersAtOnce = min(max(1, handlersAtOnce), 1_000)
    self.handlerLimit = max(.milliseconds(100), handlerLimit)
    self.keeping = max(.seconds(60), keeping)
  }
}

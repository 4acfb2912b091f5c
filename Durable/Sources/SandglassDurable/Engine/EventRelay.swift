import Sandglass

/// The events of durable countdowns, in order, for one reader.
///
/// An event is acknowledged when the reader asks for the next one. If the reader leaves the loop, the event is handed
/// out again later.
public struct DurableEvents: AsyncSequence, Sendable {
  /// Events.
  public typealias Element = DurableEvent

  /// Reading does not throw.
  public typealias Failure = Never

  let relay: EventRelay

  /// Begins to read. Only one iterator may be in use at a time: a second one takes the place of the first.
  public func makeAsyncIterator() -> Iterator { Iterator(Reader(relay)) }

  /// Reads events.
  public struct Iterator: AsyncIteratorProtocol {
    private let reader: Reader

    fileprivate init(_ reader: Reader) {
      self.reader = reader
    }

    /// Acknowledges the event before, and waits for the next one.
    ///
    /// - Returns: The event; nil when the countdowns no longer run, or if the task is cancelled.
    public mutating func next() async -> DurableEvent? {
      await next(isolation: #isolation)
    }

    /// Acknowledges the event before, and waits for the next one, in the given isolation.
    ///
    /// - Returns: The event; nil when the countdowns no longer run, or if the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> DurableEvent? {
      await reader.relay.next(isolation: actor)
    }
  }

  /// Notices that the reader has left the loop.
  fileprivate final class Reader: Sendable {
    let relay: EventRelay

    init(_ relay: EventRelay) {
      self.relay = relay
    }

    deinit { relay.abandon() }
  }
}

/// Hands an event from the delivering task to the reader of ``DurableEvents``.
final class EventRelay: Sendable {
  /// The reader has left the loop, or the countdowns no longer run.
  struct NotRead: Error {}

  typealias Offer = CheckedContinuation<Bool, Never>
  typealias Waiting = CheckedContinuation<DurableEvent?, Never>

  private enum Step {
    case empty
    case offered(DurableEvent, Offer)
    case awaited(Waiting)
    case beingRead(Offer)
  }

  private struct State {
    var step = Step.empty
    var isClosed = false
  }

  private let state: Locked<State>

  init(isClosed: Bool = false) {
    state = Locked(State(isClosed: isClosed))
  }

  /// Waits until the reader has handled an event. Throws if it has not.
  func offer(_ event: DurableEvent) async throws {
    let isHandled = await withCheckedContinuation { offer in
      let (reader, isRefused): (Waiting?, Bool) = state.withLock { state in
        switch state.step {
        case .awaited(let reader) where !state.isClosed:
          state.step = .beingRead(offer)
          return (reader, false)
        case .empty where !state.isClosed:
          state.step = .offered(event, offer)
          return (nil, false)
        case .empty, .awaited, .offered, .beingRead:
          return (nil, true)
        }
      }
      reader?.resume(returning: event)
      if isRefused { offer.resume(returning: false) }
    }
    if !isHandled { throw NotRead() }
  }

  /// Acknowledges the event that was being read, and waits for the next one.
  func next(isolation: isolated (any Actor)?) async -> DurableEvent? {
    takeBeingRead()?.resume(returning: true)
    return await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { reader in
        let event: DurableEvent?? = state.withLock { state in
          if Task.isCancelled || state.isClosed { return .some(nil) }
          switch state.step {
          case .offered(let event, let offer):
            state.step = .beingRead(offer)
            return event
          case .empty:
            state.step = .awaited(reader)
            return nil
          case .awaited, .beingRead:
            return .some(nil)
          }
        }
        if let event { reader.resume(returning: event) }
      }
    } onCancel: {
      stopWaiting()
    }
  }

  /// Takes back an event that nobody has begun to read, because its run was cancelled.
  func withdraw(run: Int, of countdown: Int64) {
    let offer: Offer? = state.withLock { state in
      guard case .offered(let event, let offer) = state.step, event.ticket.run == run,
        event.ticket.countdown == countdown
      else { return nil }
      state.step = .empty
      return offer
    }
    // It has left the outbox.
    offer?.resume(returning: true)
  }

  /// The reader has left the loop: what it was reading is not handled.
  func abandon() { takeBeingRead()?.resume(returning: false) }

  /// Ends the sequence. An event that is being read may still be acknowledged.
  func close() {
    let offer: Offer? = state.withLock { state in
      state.isClosed = true
      guard case .offered(_, let offer) = state.step else { return nil }
      state.step = .empty
      return offer
    }
    offer?.resume(returning: false)
    stopWaiting()
  }

  private func takeBeingRead() -> Offer? {
    state.withLock { state in
      guard case .beingRead(let offer) = state.step else { return nil }
      state.step = .empty
      return offer
    }
  }

  private func stopWaiting() {
    let reader: Waiting? = state.withLock { state in
      guard case .awaited(let reader) = state.step else { return nil }
      state.step = .empty
      return reader
    }
    reader?.resume(returning: nil)
  }
}

import SandglassTrustedTimeCore

/// One HTTP request, from its start to its end: decides when to stop, so that no answer can take long or much memory.
enum HTTPExchange: Sendable {
  /// The head of an answer.
  struct Head: Sendable, Hashable {
    var status: Int

    /// The header `Date`, in seconds since 1970.
    var date: Int64?

    /// Whether another header shows that a cache has answered.
    var isFromCache = false

    init(status: Int) {
      self.status = status
    }

    /// - Parameters:
    ///   - status: The status.
    ///   - field: Returns the values of a header, with commas between them, or nil if there is none.
    init(status: Int, field: (_ name: String) -> String?) {
      self.status = status
      date = field("Date").flatMap { HTTPDate.seconds($0) }
      isFromCache = CacheHeaders.show(field)
    }
  }

  /// A complete answer with status 200.
  struct Answer: Sendable, Hashable {
    let head: Head
    let body: [UInt8]
  }

  /// The outcome, which ends the exchange.
  typealias Outcome = Result<Answer, TimeRefusal>

  case waiting
  case receiving(Head, body: [UInt8])
  case over

  /// Notes the head of the answer. Returns the outcome if nothing more is needed.
  mutating func receive(_ head: Head) -> Outcome? {
    guard case .waiting = self else { return nil }
    switch head.status {
    // An interim answer, such as 103. The final one follows (RFC 9110, section 15.2). After 101, another protocol does.
    case 100, 102..<200: return nil
    case 200 where head.isFromCache: return end(.failure(.cached))
    case 200:
      self = .receiving(head, body: [])
      return nil
    case 410: return end(.failure(.denied))
    case 429: return end(.failure(.rate))
    default: return end(.failure(.status(head.status)))
    }
  }

  /// Notes the next bytes of the body. Returns the outcome if they are too many.
  mutating func receive(_ bytes: some Collection<UInt8>, atMost longest: Int) -> Outcome? {
    guard case .receiving(let head, var body) = self else { return nil }
    guard body.count + bytes.count <= longest else {
      return end(.failure(.wrongLength(body.count + bytes.count)))
    }
    body += bytes
    self = .receiving(head, body: body)
    return nil
  }

  /// Notes that nothing more arrives, because the answer is complete or because of an error.
  mutating func finish(_ error: TimeRefusal?) -> Outcome? {
    switch self {
    case .over: return nil
    case .receiving(let head, let body) where error == nil:
      return end(.success(Answer(head: head, body: body)))
    case .waiting, .receiving: return end(.failure(error ?? .malformed))
    }
  }

  private mutating func end(_ outcome: Outcome) -> Outcome {
    self = .over
    return outcome
  }
}

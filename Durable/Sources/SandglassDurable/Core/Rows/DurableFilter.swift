public import SandglassCore

/// Which countdowns are listed or counted.
public struct DurableFilter: Sendable, Hashable {
  /// The states; empty for all. What is due and has not been fired yet still has its state from before.
  public var states: Set<CountdownState>

  /// What the ids begin with; empty for all.
  public var idPrefix: String

  /// Something becomes due before this instant; nil for all. With it, those that are due first are listed first.
  public var dueBefore: WallMoment?

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - states: The states; empty for all.
  ///   - idPrefix: What the ids begin with; empty for all.
  ///   - dueBefore: Something becomes due before this instant; nil for all.
  public init(
    states: Set<CountdownState> = [], idPrefix: String = "", dueBefore: WallMoment? = nil
  ) {
    self.states = states
    self.idPrefix = idPrefix
    self.dueBefore = dueBefore
  }
}

/// A part of a list of durable countdowns.
public struct DurablePage: Sendable, Hashable {
  /// The countdowns.
  public var countdowns: [DurableCountdown] = []

  /// Rows among them that cannot be read.
  public var damaged: [DamagedRow] = []

  /// Where the list goes on; nil at its end.
  public var next: DurablePlace?
}

/// Where a list of durable countdowns goes on.
public struct DurablePlace: Sendable, Hashable {
  enum Order: Hashable {
    case id(String)
    case due(Int64, number: Int64)
  }

  let order: Order
}

extension DurableFilter {
  /// The conditions and the order of a query, in SQL that all databases understand.
  struct Query {
    var conditions: [String] = []

    /// The values of the parameters `$1` and so on.
    var texts: [String] = []

    var order = "id"

    /// What follows `WHERE`.
    var condition: String { conditions.isEmpty ? "1 = 1" : conditions.joined(separator: " AND ") }

    fileprivate mutating func parameter(_ text: String) -> String {
      texts.append(text)
      return "$\(texts.count)"
    }
  }

  /// Returns the query for what follows a place.
  func query(after place: DurablePlace?) -> Query {
    var query = Query()
    if !states.isEmpty {
      let numbers = states.map(DurableColumns.State.init).map { "\($0.rawValue)" }.sorted()
      query.conditions.append("state IN (\(numbers.joined(separator: ", ")))")
    }
    if !idPrefix.isEmpty {
      query.conditions.append("id >= " + query.parameter(idPrefix))
      if let end = Self.end(ofPrefix: idPrefix) {
        query.conditions.append("id < " + query.parameter(end))
      }
    }
    if let dueBefore {
      query.conditions.append("due < \(Moment(dueBefore).column)")
      query.order = "due, number"
    }
    switch place?.order {
    case .id(let id): query.conditions.append("id > " + query.parameter(id))
    case .due(let due, let number): query.conditions.append("(due, number) > (\(due), \(number))")
    case nil: break
    }
    return query
  }

  /// Returns the first text after all those with a prefix, in the order of their bytes; nil if there is none.
  static func end(ofPrefix prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      // The next number that is a scalar: the surrogates are none.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      return String(String.UnicodeScalarView(scalars))
    }
    return nil
  }
}

extension DurableColumns.State {
  init(_ state: CountdownState) {
    self =
      switch state {
      case .idle: .idle
      case .running: .running
      case .paused: .paused
      // Nothing that is durable counts past zero.
      case .overtime, .finished: .finished
      }
  }
}

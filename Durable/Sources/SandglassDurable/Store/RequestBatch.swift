import SandglassCore

/// What has become of one of several requests that are done together.
package enum RequestOutcome: Sendable {
  case done(Result<DurableAnswer, DurableError>)

  /// Another transaction has the countdown, so the request is made again later.
  case locked

  /// The request must be done by itself, because it adds or removes events, or its key has been used.
  case apart

  /// The request follows another one of the batch, so it is for the next transaction.
  case later
}

/// Requests that a store does together with few statements. It knows what has become of each; the store reads and writes.
///
/// Of several requests for one countdown, or with one key, only the first is done. The others are for later.
package struct RequestBatch: Sendable {
  /// A request, and the change that it makes.
  package struct Write: Sendable {
    package let request: DurableRequest
    package let change: DurableChange
  }

  private enum State {
    case undecided
    case writing(DurableChange)
    case settled(RequestOutcome)
  }

  private let requests: [DurableRequest]
  private var states: [State]
  private var places: [String: Int] = [:]
  private var stored: [String: StoredCountdown] = [:]

  /// The ids whose keys were noted as used.
  package var keyed: Set<String> = []

  package init(_ requests: [DurableRequest]) {
    self.requests = requests
    var keys: Set<String> = []
    states = []
    for (place, request) in requests.enumerated() {
      let isFirst =
        places[request.id] == nil && request.key.map { keys.insert($0).inserted } != false
      if isFirst { places[request.id] = place }
      states.append(isFirst ? .undecided : .settled(.later))
    }
  }

  /// The requests of which nothing is known yet.
  package var undecided: [DurableRequest] {
    zip(requests, states).compactMap { request, state in
      if case .undecided = state { request } else { nil }
    }
  }

  /// The changes of countdowns that are there.
  package var updates: [Write] { writes.filter { stored[$0.request.id] != nil } }

  /// The changes that add countdowns.
  package var inserts: [Write] { writes.filter { stored[$0.request.id] == nil } }

  private var writes: [Write] {
    zip(requests, states).compactMap { request, state in
      if case .writing(let change) = state { Write(request: request, change: change) } else { nil }
    }
  }

  /// The keys of requests that have changed nothing.
  package var keysOfNothing: [String] {
    places.compactMap { id, place in
      if case .settled(.done(.success)) = states[place] { return nil }
      return keyed.contains(id) ? requests[place].key : nil
    }
  }

  /// What has become of each request.
  package var outcomes: [RequestOutcome] {
    states.map { state in
      if case .settled(let outcome) = state { outcome } else { .apart }
    }
  }

  /// Notes what has become of the request for a countdown.
  package mutating func settle(_ id: String, _ outcome: RequestOutcome) {
    if let place = places[id] { states[place] = .settled(outcome) }
  }

  /// Notes a countdown that is there, and locked for this transaction.
  package mutating func found(_ countdown: StoredCountdown) { stored[countdown.row.id] = countdown }

  /// Decides what each request changes.
  package mutating func decide(at now: Moment) {
    for (place, state) in states.enumerated() {
      guard case .undecided = state else { continue }
      do {
        let change = try requests[place].change(of: stored[requests[place].id]?.row, at: now)
        states[place] = change.events.isEmpty ? .writing(change) : .settled(.apart)
      } catch {
        states[place] = .settled(.done(.failure(error)))
      }
    }
  }

  /// Notes that a change was written, with the row as it is now.
  package mutating func wrote(_ row: DurableRow, at now: Moment) {
    guard let place = places[row.id], case .writing(let change) = states[place] else { return }
    let answer = DurableAnswer(
      to: requests[place], change, of: row, stored[row.id]?.payload ?? [], at: now)
    states[place] = .settled(.done(.success(answer)))
  }
}

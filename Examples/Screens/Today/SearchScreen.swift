import Foundation

// What this cannot do: be tested without waiting, unless each sleep uses an injected clock.

/// What a search asks.
typealias SearchServer = @MainActor (_ query: String) async throws -> [String]

/// Searches for what was typed, and again each half minute: five seconds for an answer, three attempts.
@MainActor
final class SearchScreen {
  private let server: SearchServer
  private var typing: Task<Void, Never>?
  private(set) var query = ""
  private(set) var results: [String] = []
  private(set) var message = ""

  init(server: @escaping SearchServer) {
    self.server = server
  }

  func typed(_ text: String) {
    typing?.cancel()
    typing = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(300), clock: .continuous)
      if !Task.isCancelled { self?.query = text }
    }
  }

  /// Runs as long as the query stands: `.task(id: screen.query) { await screen.search() }`.
  func search() async {
    var next = ContinuousClock.now
    while !Task.isCancelled {
      do {
        let results = try await answer(to: query)
        try Task.checkCancellation()
        self.results = results
        message = ""
      } catch is CancellationError {
        return
      } catch {
        message = "No answer"
      }
      // Counted from the last deadline, so that nothing drifts; what was missed is left out.
      repeat { next += .seconds(30) } while next <= .now
      try? await Task.sleep(until: next, clock: .continuous)
    }
  }

  private func answer(to query: String) async throws -> [String] {
    for pause in [1, 2] {
      do {
        return try await answerInTime(to: query)
      } catch {
        try await Task.sleep(for: .seconds(pause), clock: .continuous)
      }
    }
    return try await answerInTime(to: query)
  }

  private func answerInTime(to query: String) async throws -> [String] {
    try await withTimeout(.seconds(5)) { [server] in try await server(query) }
  }
}

/// An attempt has taken longer than it may.
private struct TimeoutError: Error {}

/// What `body` returns, which is cancelled after `duration`.
@MainActor
private func withTimeout<Value: Sendable>(
  _ duration: Duration, _ body: @escaping @MainActor () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await Task.sleep(for: duration, clock: .continuous)
      return nil
    }
    defer { group.cancelAll() }
    guard let first = try await group.next(), let value = first else { throw TimeoutError() }
    return value
  }
}

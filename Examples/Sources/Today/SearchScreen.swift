import Foundation

// What this cannot do: be tested without waiting, unless each sleep uses an injected clock.

/// Sends a query to a server and returns the results.
typealias SearchServer = @MainActor (_ query: String) async throws -> [String]

/// Searches for the text that the user typed, immediately and then every half minute. Each search makes up to three
/// attempts, and each attempt has a timeout of five seconds.
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

  /// Searches until the query changes: `.task(id: screen.query) { await screen.search() }`.
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
      // Add to the last deadline, not to the current time, to avoid drift. Skip deadlines that have already passed.
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

/// An attempt took too long.
private struct TimeoutError: Error {}

/// Returns the result of `body`. Cancels `body` and throws an error after `duration`.
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

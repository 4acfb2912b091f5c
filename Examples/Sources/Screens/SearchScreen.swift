import Sandglass

/// Sends a query to a server and returns the results.
typealias SearchServer = @MainActor (_ query: String) async throws -> [String]

/// Searches for the text that the user typed, immediately and then every half minute. Each search makes up to three
/// attempts, and each attempt has a timeout of five seconds.
@MainActor
final class SearchScreen {
  private let server: SearchServer
  private let timekeeper: Timekeeper
  private var typing: Debouncer<String>?
  private(set) var query = ""
  private(set) var results: [String] = []
  private(set) var message = ""

  init(server: @escaping SearchServer, on timekeeper: Timekeeper = .shared) {
    self.server = server
    self.timekeeper = timekeeper
    typing = Debouncer(for: .milliseconds(300), with: self, on: timekeeper) { screen, text in
      screen.query = text
    }
  }

  func typed(_ text: String) { typing?.call(text) }

  /// Searches until the query changes: `.task(id: screen.query) { await screen.search() }`.
  func search() async {
    let options = TickOptions(first: .immediately)
    for await _ in Ticks(every: .seconds(30), options: options, on: timekeeper) {
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
    }
  }

  private func answer(to query: String) async throws -> [String] {
    let backoff = Backoff.exponential(from: .seconds(1), jitter: .none)
    return try await timekeeper.retry(maxAttempts: 3, backoff: backoff) {
      try await timekeeper.withTimeout(.seconds(5)) { try await server(query) }
    }
  }
}

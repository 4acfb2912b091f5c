import Dispatch

/// Runs a test that blocks on a thread of its own, so that the others go on meanwhile.
func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "program test").async {
      continuation.resume(with: Result(catching: body))
    }
  }
}

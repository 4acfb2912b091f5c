import Foundation
import Sandglass
import SandglassStores
import SandglassTestSupport
import Testing

// The intent is in the article about widgets. Two terminals are in the tests of the command: `ChangingTests`.

/// The app, which shows the countdown that it runs.
@MainActor
private enum App {
  /// Runs a countdown until another process has paused it.
  static func run(in folder: String) async -> Bool {
    let tea = FileCountdownStore(folder: folder).countdown("tea", startingFrom: .seconds(3600))
    let (activity, owner) = (TeaActivity(of: tea), Owner())
    await withCheckedContinuation { continuation in
      tea.onChange(with: owner) { _, change in
        if change.kind == .paused { continuation.resume() }
      }
      tea.start()
    }
    return tea.isPaused && activity.pauseDate != nil
  }

  private final class Owner: Sendable {}
}

@Suite("Recipes that run as two processes", .machine)
struct TwoProcessesTests {
  private let folder = TemporaryFolder()

  #if os(macOS) || os(Linux)
    @Test("an app and its intent share a countdown")
    func appAndIntent() async throws {
      let folder = folder
      let store = FileCountdownStore(folder: folder.path)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          await #expect(processExitsWith: .success) { [path = folder.path as String] in
            #expect(await App.run(in: path))
          }
        }
        // A blocked thread of the concurrency pool might be the one that starts the other process.
        while try store.look(at: "tea") == nil {
          try await Task.sleep(for: .milliseconds(1))
        }
        try await pauseTea(in: store)
        try await group.waitForAll()
      }
      let left = try store.look(at: "tea")
      guard case .paused? = left?.state else {
        Issue.record("it is \(String(describing: left))")
        return
      }
      try store.countdown("tea")?.cancel()
    }
  #endif
}

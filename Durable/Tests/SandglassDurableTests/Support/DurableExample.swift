#if DURABLE
  import Foundation
  import Testing

  /// Runs `DurableExample`, which kills its own processes, and expects that it counts each of its reservations once.
  func runDurableExample(reservations: Int, _ arguments: String...) throws {
    let example = Process()
    // The program beside the bundle of the tests.
    let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
    example.executableURL = URL(fileURLWithPath: bundle).deletingLastPathComponent()
      .appendingPathComponent("DurableExample")
    example.arguments = ["--reservations", "\(reservations)"] + arguments
    let output = Pipe()
    example.standardOutput = output
    try example.runAlone()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    example.waitUntilExit()
    #expect(example.terminationStatus == 0, "\(text)")
    let counts = "once: \(reservations), never: 0, twice: 0, early: 0; events left: 0"
    #expect(text.contains(counts), "\(text)")
  }

  extension Process {
    private static let starting = NSLock()

    /// Starts the process while no other is being started.
    ///
    /// Foundation on Linux hears of a process's end from a socket that the process holds. Of two processes that start at
    /// the same time, one may hold the other's socket too. `waitUntilExit` of the other then waits for both.
    func runAlone() throws {
      try Self.starting.withLock { try run() }
    }
  }

  /// Waits in real time until something has come. Returns false if it does not come.
  func poll(until hasCome: () throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while try !hasCome() {
      guard ContinuousClock.now < end else { return false }
      try await Task.sleep(for: .milliseconds(1))
    }
    return true
  }
#endif

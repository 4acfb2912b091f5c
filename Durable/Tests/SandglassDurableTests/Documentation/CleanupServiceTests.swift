#if SQLITE
  import Logging
  import Sandglass
  import SandglassTestSupport
  import ServiceLifecycle
  import Testing

  // The code of the article "Services on Linux" that needs swift-service-lifecycle, and the type that it uses.

  private struct Cleanup: Sendable {
    var timekeeper = Timekeeper.shared
    let removeOldFiles: @Sendable () async -> Void

    func run() async {
      for await _ in Ticks(every: .seconds(60), on: timekeeper) { await removeOldFiles() }
    }
  }

  struct CleanupService: Service {
    let removeOldFiles: @Sendable () async -> Void

    func run() async throws {
      await cancelWhenGracefulShutdown { await Cleanup(removeOldFiles: removeOldFiles).run() }
    }
  }

  @Suite(.programs)
  struct CleanupServiceTests {
    @Test("a graceful shutdown ends the loop")
    func shutdown() async throws {
      let group = ServiceGroup(
        services: [CleanupService {}], logger: Logger(label: "cleanup"))
      async let running: Void = group.run()
      await group.triggerGracefulShutdown()
      try await running
    }
  }
#endif

#if os(Linux)
  import Foundation
  import Sandglass
  import SandglassTestSupport
  import Testing

  @Suite("Descriptors that other code closes or uses up", .machine, .timeLimit(.minutes(10)))
  struct ClosedDescriptorTests {
    @Test("if all descriptors are closed, a timekeeper continues, and no thread spins")
    func closed() async {
      await #expect(processExitsWith: .success) {
        let others = try await descriptorsOfOthers()
        let timekeeper = Timekeeper()
        for round in 0..<5 {
          // A pending timer, so that the thread is waiting.
          timekeeper.schedule(after: .milliseconds(20)) { _ in }
          let countdown = Countdown(until: timekeeper.wallNow + .seconds(60), on: timekeeper)
          countdown.start()
          closeDescriptors(except: others)
          // The closed descriptors may be unused now, or belong to other code.
          let files = (0..<(round % 2) * 4).map { _ in open("/dev/zero", O_RDONLY) }
          let rung = DispatchSemaphore(value: 0)
          timekeeper.schedule(after: .milliseconds(30 + round)) { _ in rung.signal() }
          guard rung.wait(timeout: .now() + 60) == .success else { exit(2) }
          countdown.cancel()
          for file in files where fcntl(file, F_GETFD) < 0 { exit(3) }
        }
        let before = processorTime()
        usleep(200_000)
        exit(processorTime() - before < 0.1 ? EXIT_SUCCESS : 4)
      }
    }

    @Test("if no descriptor can be created, the process ends with a message")
    func noneLeft() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let others = try await descriptorsOfOthers()
        let timekeeper = Timekeeper()
        timekeeper.schedule(after: .milliseconds(20)) { _ in }
        // Set first, so that the thread finds no descriptor at any time either.
        allowDescriptors(0)
        closeDescriptors(except: others)
        timekeeper.schedule(after: .milliseconds(1)) { _ in }
        sleep(60)
      }
      let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(message.contains("the alarm of a Sandglass timekeeper"))
    }
  }

  /// The descriptors that a process has before it creates a timekeeper. Dispatch ends the process if one of its own is
  /// closed.
  private func descriptorsOfOthers() async throws -> Set<Int32> {
    try await warmUpDispatch()
    return Set((3...255).filter { fcntl($0, F_GETFD) >= 0 })
  }

  private func closeDescriptors(except others: Set<Int32>) {
    for descriptor in Int32(3)...255 where !others.contains(descriptor) { close(descriptor) }
  }

  /// The processor time of this process, in seconds.
  private func processorTime() -> Double {
    Double(clock()) / Double(CLOCKS_PER_SEC)
  }
#endif

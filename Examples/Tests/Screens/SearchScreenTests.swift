import Sandglass
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct SearchScreenTests {
  struct NoConnection: Error {}

  /// A server that takes some time to respond, or fails.
  @MainActor
  final class Server {
    let time: VirtualTime
    var asked = 0
    var answerTime = Duration.seconds(1)
    var failures = 0

    init(in time: VirtualTime) {
      self.time = time
    }

    func find(_ query: String) async throws -> [String] {
      asked += 1
      try await time.timekeeper.sleep(for: answerTime)
      failures -= 1
      if failures >= 0 { throw NoConnection() }
      return ["answer \(asked)"]
    }
  }

  let time = VirtualTime()
  let server: Server
  let screen: SearchScreen

  init() {
    let server = Server(in: time)
    self.server = server
    screen = SearchScreen(server: { try await server.find($0) }, on: time.timekeeper)
  }

  @Test func waitsUntilNobodyTypes() {
    screen.typed("s")
    time.advance(by: .milliseconds(200))
    screen.typed("sa")
    time.advance(by: .milliseconds(299))
    #expect(screen.query == "")
    time.advance(by: .milliseconds(1))
    #expect(screen.query == "sa")
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func asksAgainEachHalfMinute() async {
    let search = time.task { await screen.search() }
    await time.run(for: .seconds(61))
    #expect(server.asked == 3)
    #expect(screen.results == ["answer 3"])

    search.cancel()
    await time.run(for: .seconds(120))
    #expect(server.asked == 3)
    #expect(time.tasksWaiting == [])
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func triesThreeTimes() async {
    server.failures = 2
    time.task { await screen.search() }
    await time.run(for: .milliseconds(5999))
    #expect(screen.results == [])
    await time.run(for: .milliseconds(1))
    #expect(screen.results == ["answer 3"])
    #expect(screen.message == "")
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func givesUpWithoutAnAnswer() async {
    server.answerTime = .seconds(60)
    time.task { await screen.search() }
    await time.run(for: .milliseconds(17_999))
    #expect(screen.message == "")
    await time.run(for: .milliseconds(1))
    #expect(server.asked == 3)
    #expect(screen.message == "No answer")
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func forgetsAQueryThatIsCancelled() async {
    let search = time.task { await screen.search() }
    await time.run(for: .milliseconds(500))
    search.cancel()
    await time.run(for: .seconds(1))
    #expect(screen.results == [])
    #expect(screen.message == "")
  }
}

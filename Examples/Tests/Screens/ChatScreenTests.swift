import Observation
import Sandglass
import SandglassTesting
import Synchronization
import Testing

@testable import Screens

@MainActor
struct ChatScreenTests {
  let time = VirtualTime()

  @Test func showsWhoIsTyping() {
    let chat = ChatScreen(on: time.timekeeper)
    chat.typed("Ann")
    time.advance(by: .seconds(2))
    chat.typed("Ben")
    #expect(chat.names == ["Ann", "Ben"])
    time.advance(by: .seconds(1))
    #expect(chat.names == ["Ben"])

    for _ in 1...5 {
      chat.typed("Ben")
      time.advance(by: .seconds(2))
    }
    #expect(chat.names == ["Ben"])
    chat.sent("Ben")
    #expect(chat.names == [])
  }

  @Test func aViewIsDrawnAgainOnlyWhenTheNamesChange() {
    let chat = ChatScreen(on: time.timekeeper)
    var changes = 0
    func draw() {
      withObservationTracking {
        _ = chat.names
      } onChange: {
        MainActor.assumeIsolated { changes += 1 }
      }
    }
    draw()
    chat.typed("Ann")
    #expect(changes == 1)
    draw()
    chat.typed("Ann")
    time.advance(by: .milliseconds(2999))
    #expect(changes == 1)
    time.advance(by: .milliseconds(1))
    #expect(changes == 2)
  }

  @Test func sessionsEndAfterHalfAnHourOfSilence() {
    let out = Out()
    let sessions = ChatSessions(on: time.timekeeper) { out.add($0) }
    for name in 1...1000 { sessions.opened("user \(name)") }
    time.advance(by: .seconds(1799))
    #expect(sessions.heard(from: "user 7"))
    sessions.closed("user 8")
    time.advance(by: .seconds(1))
    #expect(out.names.count == 998)
    time.advance(by: .seconds(1798))
    #expect(out.names.count == 998)
    time.advance(by: .seconds(1))
    #expect(out.names.last == "user 7")
    #expect(!sessions.heard(from: "user 7"))
  }

  /// Those who were logged out.
  private final class Out: Sendable {
    private let all = Mutex<[String]>([])
    var names: [String] { all.withLock { $0 } }
    func add(_ name: String) { all.withLock { $0.append(name) } }
  }
}

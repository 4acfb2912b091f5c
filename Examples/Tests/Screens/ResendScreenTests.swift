import SandglassStores
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct ResendScreenTests {
  let time = VirtualTime()
  let store = MemoryCountdownStore()

  func makeScreen(
    for number: String = "+1", on timekeeper: Timekeeper? = nil, refusing wait: Duration? = nil
  ) throws -> ResendScreen {
    try ResendScreen(
      number: number, store: store.on(timekeeper ?? time.timekeeper), server: { _ in wait })
  }

  @Test func countsAMinute() async throws {
    let screen = try makeScreen()
    #expect(screen.title == "Send code")

    await screen.tapped()
    #expect(screen.title == "Resend (60)")
    #expect(!screen.isEnabled)

    time.advance(by: .seconds(59.5))
    #expect(screen.title == "Resend (1)")
    time.advance(by: .seconds(0.5))
    #expect(screen.title == "Send code")
    #expect(screen.isEnabled)
  }

  @Test func obeysTheServer() async throws {
    let screen = try makeScreen(refusing: .seconds(37))
    await screen.tapped()
    #expect(screen.title == "Resend (37)")

    time.freeze(for: .seconds(36.5))
    #expect(screen.title == "Resend (1)")
    time.freeze(for: .seconds(10))
    #expect(screen.isEnabled)
  }

  @Test func eachNumberHasItsOwn() async throws {
    let screen = try makeScreen()
    await screen.tapped()
    time.advance(by: .seconds(20))

    screen.number = "+2"
    #expect(screen.title == "Send code")
    await screen.tapped()
    #expect(screen.title == "Resend (60)")

    screen.number = "+1"
    #expect(screen.title == "Resend (40)")
    time.advance(by: .seconds(40))
    #expect(screen.isEnabled)
    screen.number = "+2"
    #expect(screen.title == "Resend (20)")
  }

  @Test func goesOnAfterARelaunch() async throws {
    try await makeScreen().tapped()
    time.advance(by: .seconds(10))

    let later = time.relaunched(after: .seconds(20))
    let screen = try makeScreen(on: later.timekeeper)
    #expect(screen.title == "Resend (30)")
    later.advance(by: .seconds(30))
    #expect(screen.title == "Send code")

    let muchLater = later.rebooted(after: .seconds(300))
    #expect(try makeScreen(on: muchLater.timekeeper).isEnabled)
  }
}

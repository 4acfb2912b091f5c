import Sandglass
import SandglassTestSupport
import Testing

@Suite("Timekeeper: a custom wall clock", .machine, .timeLimit(.minutes(10)))
struct CustomWallTimeTests {
  @Test("correcting the wall clock moves countdowns to a wall-clock time, and nothing else")
  func corrected() {
    let system = Timekeeper()
    let ahead = Locked(Duration.seconds(90))
    let timekeeper = Timekeeper(wall: { WallMoment.now + ahead.withLock { $0 } })
    #expect(timekeeper.bootIdentity == system.bootIdentity)
    #expect(timekeeper.now - system.now < .seconds(60))
    #expect(timekeeper.wallNow - system.wallNow > .seconds(30))

    let sale = Countdown(until: timekeeper.wallNow + .seconds(3600), on: timekeeper)
    sale.start()
    let before = sale.remaining
    ahead.withLock { $0 += .seconds(600) }
    timekeeper.refresh()
    let gained = before - sale.remaining
    #expect(gained >= .seconds(600) && gained < .seconds(660))

    ahead.withLock { $0 += .seconds(3600) }
    timekeeper.refresh()
    #expect(sale.state == .finished)
  }
}

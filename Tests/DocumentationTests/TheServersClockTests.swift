import Foundation
import Sandglass
import SandglassTesting
import Testing

// The code of the article "The server's clock".

func startSale(
  on timekeeper: Timekeeper, timeLeft: @Sendable () async throws -> Duration
) async rethrows -> Countdown {
  let asked = timekeeper.now
  let sale = Countdown(try await timeLeft(), on: timekeeper)
  sale.start(at: asked)
  return sale
}

final class CorrectedClock: Sendable {
  private let steady: Timekeeper
  private let lock = NSLock()

  /// Accessed only under the lock.
  nonisolated(unsafe) private var latest: (time: WallMoment, received: Moment)

  init(on steady: Timekeeper = .shared) {
    self.steady = steady
    latest = (steady.wallNow, steady.now)
  }

  var now: WallMoment { lock.withLock { latest.time + (steady.now - latest.received) } }

  func received(_ time: Date) { lock.withLock { latest = (WallMoment(time), steady.now) } }
}

@MainActor
struct Auction {
  let board: CountdownBoard<Int>

  func received(_ end: WallMoment, for lot: Int) {
    board[lot]?.moveEnd(to: end)
  }
}

@Suite("Documentation: the server's clock")
struct TheServersClockTests {
  @Test("the countdown counts from the moment of the request, whatever the device's clock shows")
  func sale() async throws {
    let time = VirtualTime()
    let asked = time.now
    let starting = time.task("sale") {
      try await startSale(on: time.timekeeper) {
        try await time.clock.sleep(for: .seconds(2))
        return .seconds(60)
      }
    }
    await time.run()
    let sale = try await starting.value
    #expect(time.now - asked == .seconds(2))
    #expect(sale.remaining == .seconds(58))
    time.setWallClock(to: Date(timeIntervalSince1970: 0))
    #expect(sale.remaining == .seconds(58))
  }

  @Test("the server's time advances with the steady clock, not with the device's wall clock")
  func clock() {
    let time = VirtualTime()
    let clock = CorrectedClock(on: time.timekeeper)
    clock.received(Date(timeIntervalSince1970: 2_000_000_000))
    time.advance(by: .seconds(30))
    time.setWallClock(to: Date(timeIntervalSince1970: 0))
    #expect(clock.now == WallMoment(secondsSince1970: 2_000_000_030))
  }

  @Test("a timekeeper uses the server's time as its wall clock")
  func corrected() {
    let clock = CorrectedClock()
    let corrected = Timekeeper(wall: { clock.now })
    let board = CountdownBoard<Int>(on: corrected)
    let begin = corrected.now
    clock.received(Date(timeIntervalSince1970: 2_000_000_000))
    corrected.refresh()
    let sale = board.start(17, until: Date(timeIntervalSince1970: 2_000_003_600))
    let remaining = sale.remaining
    #expect(remaining <= .seconds(3_600))
    #expect(remaining >= .seconds(3_600) - (corrected.now - begin))
  }

  @MainActor
  @Test("an end that the server moves keeps the run, and the same end does nothing")
  func movedEnd() {
    let time = VirtualTime()
    let auction = Auction(board: CountdownBoard<Int>(on: time.timekeeper))
    auction.board.start(7, until: time.wallNow + .seconds(60))
    time.advance(by: .seconds(50))
    for _ in 1...2 { auction.received(time.wallNow + .seconds(30), for: 7) }
    #expect(auction.board[7]?.remaining == .seconds(30))
  }
}

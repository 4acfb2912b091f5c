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
  sale.start(asOf: asked)
  return sale
}

@MainActor
final class SaleList {
  private let server = CorrectedTime()
  let board: CountdownBoard<Int>

  init() {
    board = CountdownBoard(on: server.timekeeper)
  }

  func received(_ ends: [Int: Date], serverTime: Date) {
    server.setWallClock(to: serverTime)
    board.start(contentsOf: ends)
  }
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

  @MainActor
  @Test("a list uses the server's time, whatever the device's clock shows")
  func corrected() throws {
    let list = SaleList()
    let serverTime = Date(timeIntervalSince1970: 2_000_000_000)
    let begin = Timekeeper.shared.now
    list.received([17: serverTime + 3_600], serverTime: serverTime)
    let remaining = try #require(list.board[17]).remaining
    #expect(remaining <= .seconds(3_600))
    #expect(remaining >= .seconds(3_600) - (Timekeeper.shared.now - begin))
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

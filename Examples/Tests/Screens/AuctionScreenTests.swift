import Foundation
import Sandglass
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct AuctionScreenTests {
  let time = VirtualTime()
  let screen: AuctionScreen
  let end: Date

  init() {
    end = time.wallDate + 600
    screen = AuctionScreen(until: end, on: time.timekeeper)
  }

  @Test func aLateBidMovesTheEnd() {
    time.advance(by: .seconds(300))
    screen.received(Bid(amount: 10, end: end))
    #expect(screen.clock == "5:00")
    #expect(screen.progress == 0.5)

    time.advance(by: .seconds(270))
    screen.received(Bid(amount: 20, end: end + 30))
    #expect(screen.clock == "1:00")
    #expect(screen.progress > 0.9)
    time.advance(by: .seconds(59.5))
    #expect(screen.isOpen)
    time.advance(by: .seconds(0.5))
    #expect(screen.clock == "Sold")
    #expect(screen.price == 20)
  }

  @Test func aBidThatArrivesAfterTheEndOpensTheLotAgain() {
    time.freeze(for: .seconds(602))
    #expect(!screen.isOpen)
    screen.received(Bid(amount: 30, end: end + 57))
    #expect(screen.isOpen)
    #expect(screen.clock == "0:55")
    time.advance(by: .seconds(55))
    #expect(screen.clock == "Sold")

    screen.received(Bid(amount: 30, end: end + 57))
    #expect(!screen.isOpen)
  }
}

import Foundation
import Sandglass

/// A bid, as the server sends it to all who watch a lot. A bid in the last minute has moved the end of the lot.
struct Bid: Sendable {
  let amount: Int
  let end: Date
}

/// A lot of an auction. If a late bid arrives after the end on this device, the lot is open again.
@MainActor
final class AuctionScreen {
  private let lot: Countdown
  private(set) var clock = ""
  private(set) var progress = 0.0
  private(set) var price = 0
  private(set) var isOpen = false

  init(until end: Date, on timekeeper: Timekeeper = .shared) {
    lot = Countdown(until: end, on: timekeeper)
    lot.show(in: self) { screen, reading in
      screen.isOpen = reading.state == .running
      screen.clock = screen.isOpen ? reading.clockFace : "Sold"
      screen.progress = reading.progress
    }
    lot.start()
  }

  func received(_ bid: Bid) {
    price = bid.amount
    lot.moveEnd(to: bid.end)
  }
}

import Foundation
import Sandglass
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct SaleListTests {
  let time = VirtualTime()
  let list: SaleList

  init() {
    list = SaleList(on: time.timekeeper)
  }

  @Test func endsAtEachEnd() {
    let now = time.wallDate
    list.received([1: now + 60, 2: now + 30], serverTime: now)
    let cell = SaleCell()
    cell.show(1, of: list)
    #expect(cell.text == "1:00")

    time.advance(by: .seconds(29.5))
    #expect(list.soldOut == [])
    time.advance(by: .seconds(0.5))
    #expect(list.soldOut == [2])
    #expect(cell.text == "0:30")

    time.freeze(for: .seconds(300))
    #expect(list.soldOut == [2, 1])
    #expect(cell.text == "Sold out")
  }

  @Test func showsAnotherSaleInAReusedCell() {
    let now = time.wallDate
    list.received([1: now + 60, 2: now + 3600], serverTime: now)
    let cell = SaleCell()
    cell.show(1, of: list)
    cell.show(2, of: list)
    time.advance(by: .seconds(60))
    #expect(cell.text == "59:00")
    #expect(list.soldOut == [1])
  }

  @Test func tenThousandRowsCostOneAlarm() {
    let now = time.wallDate
    let ends = Dictionary(uniqueKeysWithValues: (1...10_000).map { ($0, now + Double($0)) })
    list.received(ends, serverTime: now)
    list.received(ends, serverTime: now)
    let cell = SaleCell()
    cell.show(10_000, of: list)
    #expect(cell.text == "2:46:40")
    #expect(time.timekeeper.counters.alarmSettings < 5)

    time.advance(by: .seconds(100))
    #expect(list.soldOut.count == 100)
    #expect(cell.text == "2:45:00")
    time.freeze(for: .seconds(9000))
    #expect(list.soldOut.count == 9100)
    #expect(list.soldOut.last == 9100)
  }

  @Test func aDeviceThatIsWrongShowsTheSameAndMayBeCorrected() {
    let cell = SaleCell()
    let serverTime = time.wallDate + 90
    list.received([1: serverTime + 60], serverTime: serverTime)
    cell.show(1, of: list)
    #expect(cell.text == "1:00")

    time.advance(by: .seconds(20))
    time.setWallClock(to: serverTime + 20)
    cell.show(1, of: list)
    #expect(cell.text == "0:40")
    time.advance(by: .seconds(40))
    #expect(list.soldOut == [1])
  }

  @Test func theServerMovesEnds() {
    let start = time.wallDate
    list.received([1: start + 60, 2: start + 90], serverTime: start)
    let cell = SaleCell()
    cell.show(1, of: list)
    time.advance(by: .seconds(50))
    list.received([1: start + 120, 2: start + 55], serverTime: start + 50)
    #expect(cell.text == "1:10")
    time.advance(by: .seconds(20))
    #expect(list.soldOut == [2])

    time.advance(by: .seconds(60))
    #expect(cell.text == "Sold out")
    list.received([1: start + 180], serverTime: start + 130)
    #expect(cell.text == "0:50")
  }
}

import Foundation
import Sandglass
import SandglassTesting
import SandglassTrustedTime
import SandglassTrustedTimeTesting
import Testing

/// The code of the article AFlashSale.
@MainActor
struct ArticleTests {
  @MainActor
  final class SaleScreen {
    private let clock: TrustedClock
    private let sale: Countdown
    private(set) var title = "…"

    init(asking server: any TimeServer, on timekeeper: Timekeeper = .shared) {
      clock = TrustedClock(asking: server, on: timekeeper)
      sale = Countdown(.zero, on: timekeeper)
      sale.onTick(with: self) { screen, reading in screen.title = reading.clockFace }
      sale.onFinish(with: self) { screen in screen.title = "Sold out" }
    }

    func appear(until end: WallMoment) async { await clock.run(sale, toEnd: end) }
  }

  @Test("The screen of the article closes at the server's end on a phone that is 90 s behind")
  func sale() async {
    let time = VirtualTime()
    let truth = VirtualTruth(time.wallNow + .seconds(90), on: time.timekeeper)
    let server = VirtualTimeServer(on: time.timekeeper, truth: truth)
    let screen = SaleScreen(asking: server, on: time.timekeeper)
    let end = truth.now + .seconds(60)
    time.task { await screen.appear(until: end) }
    #expect(screen.title == "…")
    await time.run(for: .seconds(20))
    #expect(screen.title == "0:40")
    await time.run(for: .seconds(40))
    #expect(screen.title == "Sold out")
  }

  @Test("compare(with:) returns one of three results")
  func comparison() async {
    let time = VirtualTime()
    let clock = TrustedClock(asking: VirtualTimeServer(on: time.timekeeper), on: time.timekeeper)
    let end = time.wallNow + .seconds(60)
    var title = ""
    func look() {
      switch clock.compare(with: end) {
      case .before: title = "Open"
      case .after: title = "Sold out"
      case .unknown: title = "Checking…"
      }
    }
    look()
    #expect(title == "Checking…")
    time.task { await clock.synchronize() }
    await time.run(for: .seconds(2))
    look()
    #expect(title == "Open")
    await time.run(for: .seconds(59))
    look()
    #expect(title == "Sold out")
  }

  @Test("A clock saves its record in a file of the app")
  func kept() throws {
    let url = try #require(URL(string: "https://example.com/time"))
    let file = FileManager.default.temporaryDirectory.appending(path: "no trusted time is here")
    let clock = TrustedClock(asking: HTTPTimeServer(url), keptIn: .file(file))
    #expect(clock.reading == .unsynchronized)
  }
}

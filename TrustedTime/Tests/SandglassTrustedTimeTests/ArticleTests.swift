import Foundation
import Observation
import Sandglass
import SandglassTesting
import SandglassTrustedTime
import SandglassTrustedTimeTesting
import Testing

// The code of the article AFlashSale.

@MainActor
@Observable
final class SaleScreen {
  private(set) var title = "…"
  private(set) var canBuy = false
  @ObservationIgnored private let clock: TrustedClock
  @ObservationIgnored private let sale: Countdown

  init(clock: TrustedClock) {
    self.clock = clock
    sale = Countdown(.zero, on: clock.timekeeper)
    sale.onTick(with: self) { screen, reading in
      screen.title = reading.clockFace
      screen.canBuy = true
    }
    sale.onFinish(with: self) { screen, _ in
      screen.title = "Sold out"
      screen.canBuy = false
    }
  }

  func appear(until end: WallMoment) async {
    await clock.run(sale, toEnd: end) { need in
      guard !sale.isRunning else { return }
      switch need {
      case .answer: title = "Waiting for the server…"
      case .agreement: title = "Checking the time…"
      }
    }
  }
}

struct SaleAnswer: Decodable {
  let endsAt: Int64
  let token: String

  var end: WallMoment { WallMoment(timeSince1970: .microseconds(endsAt)) }
}

@MainActor @Test func aPhoneThatIsBehindShowsSoldOut() async {
  let time = VirtualTime()
  let truth = VirtualTruth(time.wallNow + .seconds(90), on: time.timekeeper)
  let server = VirtualTimeServer(on: time.timekeeper, truth: truth)
  let screen = SaleScreen(clock: TrustedClock(asking: server, on: time.timekeeper))
  let end = truth.now + .seconds(30)

  let shown = time.task { await screen.appear(until: end) }
  await time.run(for: .seconds(29))
  #expect(screen.title == "0:01")
  await time.run(for: .seconds(1))
  #expect(screen.title == "Sold out")
  // By the phone's clock, the sale is still open.
  #expect(time.wallNow == end - .seconds(90))
  shown.cancel()
}

@MainActor
@Suite("Article: a flash sale")
struct ArticleTests {
  private let time = VirtualTime()

  @Test("The app reads the end from the answer of the server's route")
  func saleAnswer() throws {
    let text = #"{"endsAt":1893456000000001,"name":"sale-17","token":"v1.2026-11.a.b"}"#
    let answer = try JSONDecoder().decode(SaleAnswer.self, from: Data(text.utf8))
    #expect(answer.end == WallMoment(secondsSince1970: 1_893_456_000) + .microseconds(1))
  }

  @Test(
    "A tap is possible while the sale is open, also after the screen has been left and shown again"
  )
  func taps() async {
    let server = VirtualTimeServer(on: time.timekeeper)
    let screen = SaleScreen(clock: TrustedClock(asking: server, on: time.timekeeper))
    let end = time.wallNow + .seconds(60)
    let shown = time.task { await screen.appear(until: end) }
    #expect(screen.title == "…")
    #expect(!screen.canBuy)
    await time.run(for: .milliseconds(10))
    #expect(screen.title == "Waiting for the server…")
    await time.run(for: .seconds(19.99))
    #expect(screen.title == "0:40")
    #expect(screen.canBuy)
    shown.cancel()
    await time.run(for: .seconds(10))
    #expect(screen.title == "0:30")
    time.task { await screen.appear(until: end) }
    await time.run(for: .seconds(30))
    #expect(screen.title == "Sold out")
    #expect(!screen.canBuy)
  }

  @Test("Before an answer the time is not known, and later the interval grows by 0.2 ms per second")
  func width() async {
    let server = VirtualTimeServer(on: time.timekeeper)
    server.change {
      $0.delayOut = .milliseconds(40) ... .milliseconds(40)
      $0.delayBack = .milliseconds(40) ... .milliseconds(40)
    }
    let clock = TrustedClock(asking: server, on: time.timekeeper)
    #expect(clock.reading.status == .unsynchronized)
    let synchronisation = time.task { await clock.synchronize() }
    await time.run(for: .seconds(1))
    synchronisation.cancel()
    func width() -> Double? {
      clock.reading.interval.map { ($0.upperBound - $0.lowerBound) / .milliseconds(1) }
    }
    let first = width() ?? 0
    #expect(first > 80 && first < 82)
    await time.run(for: .seconds(400))
    #expect(abs((width() ?? 0) - first - 80) < 0.1)
  }

  @Test("compare(with:) returns one of three results")
  func comparison() async {
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

  @Test("A clock may ask several servers")
  func several() {
    let clock = TrustedClock(
      asking: [
        NTPServer("time.example.com"), NTPServer("time.example.net"), NTPServer("time.example.org"),
      ])
    #expect(clock.reading == .unsynchronized)
  }

  #if canImport(Darwin) || HTTP_CLIENT
    @Test("A clock saves its record in a file of the app")
    func kept() throws {
      let url = try #require(URL(string: "https://example.com/time"))
      let file = FileManager.default.temporaryDirectory.appending(path: "no trusted time is here")
      let clock = TrustedClock(asking: HTTPTimeServer(url), keptIn: .file(file))
      #expect(clock.reading == .unsynchronized)
    }
  #endif
}

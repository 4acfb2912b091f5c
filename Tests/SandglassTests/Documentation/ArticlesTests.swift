import Dispatch
import Sandglass
import SandglassTesting
import Testing

// The code of the articles "Choosing a timer", "Hidden is not paused" and "Missed ticks".

final class Meter: Sendable {
  func sample() {}
}

/// Samples on a queue while its owner exists.
final class Sampling {
  private let samples = DispatchQueue(label: "samples")
  private var sampler: RepeatingTimer?

  func start(_ meter: Meter) {
    sampler = RepeatingTimer(every: .milliseconds(100), with: meter, queue: samples) { meter, _ in
      meter.sample()
    }
  }
}

final class Server: Sendable {
  let closed = Locked<[Int]>([])

  func close(_ connection: Int) {
    closed.withLock { $0.append(connection) }
  }
}

@MainActor
final class Game {
  let time: RatedTime
  let round: Countdown

  init(on timekeeper: Timekeeper = .shared) {
    time = RatedTime(of: timekeeper)
    round = Countdown(.seconds(30), on: time.timekeeper)
  }

  func menuOpened() { time.rate = 0 }

  func menuClosed() { time.rate = 1 }

  func slowMotion() { time.rate = 0.25 }
}

final class SessionServer: Sendable {
  let ended = Locked<[String]>([])

  func end(_ session: String) {
    ended.withLock { $0.append(session) }
  }
}

final class Sessions: Sendable {
  private let idle: TimeoutsByID<String>

  init(of server: SessionServer, on timekeeper: Timekeeper = .shared) {
    idle = TimeoutsByID(with: server, tolerance: .milliseconds(500), on: timekeeper) {
      server, session, _ in server.end(session)
    }
  }

  func opened(_ session: String) { idle.schedule(session, after: .seconds(1800)) }

  func heard(from session: String) { idle.restart(session) }

  func closed(_ session: String) { idle.cancel(session) }
}

final class ConnectionTimeouts: Sendable {
  private let idle: Timeouts

  init(of server: Server, on timekeeper: Timekeeper = .shared) {
    idle = Timeouts(with: server, tolerance: .milliseconds(500), on: timekeeper) {
      server, connection, _ in server.close(connection)
    }
  }

  func opened(_ connection: Int) -> Timeouts.Token {
    idle.schedule(connection, after: .seconds(30))
  }

  func heard(_ token: Timeouts.Token) { idle.reschedule(token, after: .seconds(30)) }

  func closed(_ token: Timeouts.Token) { idle.cancel(token) }
}

@MainActor
final class BannerScreen {
  private(set) var banner: String?
  private var hiding: OneShotTimer?
  private var poll: RepeatingTimer?

  func show(_ text: String) {
    banner = text
    hiding = OneShotTimer(after: .seconds(3), with: self) { screen, _ in screen.banner = nil }
  }

  func touched() { hiding?.restart() }

  func batteryChanged(isLow: Bool) {
    poll?.setInterval(isLow ? .seconds(60) : .seconds(10), from: .latestTick)
  }
}

@MainActor
final class DownloadScreen {
  private var search: Debouncer<String>?
  private var progress: Throttler<Int>?
  private(set) var results: [String] = []
  private(set) var received = 0

  init(on timekeeper: Timekeeper = .shared) {
    search = Debouncer(for: .milliseconds(300), with: self, on: timekeeper) { screen, text in
      screen.results = screen.find(text)
    }
    progress = Throttler(every: .milliseconds(100), with: self, on: timekeeper) { screen, bytes in
      screen.received = bytes
    }
  }

  func typed(_ text: String) { search?.call(text) }

  func received(_ bytes: Int) { progress?.call(bytes) }

  private func find(_ text: String) -> [String] { [text] }
}

@MainActor
final class TickingGauge {
  private var ticker: RepeatingTimer?

  func start() {
    ticker = RepeatingTimer(every: .seconds(1), with: self) { gauge, _ in gauge.refresh() }
    // swift-format-ignore
    ticker = RepeatingTimer(every: .milliseconds(250), with: self) { gauge, tick in gauge.refresh() }
  }

  private func refresh() {}
}

@MainActor
final class House {
  var load = 3600.0
  private(set) var kilowattHours = 0.0
  private var meter: RepeatingTimer?

  func start(on timekeeper: Timekeeper) {
    let options = TickOptions(missedTicks: .burst)
    meter = RepeatingTimer(every: .seconds(1), with: self, options: options, on: timekeeper) {
      house, tick in
      house.kilowattHours += house.load / 3600
    }
  }
}

@MainActor
final class HidingScreen {
  let resend: Countdown
  private(set) var title = ""

  init(on timekeeper: Timekeeper) {
    resend = Countdown(.seconds(60), on: timekeeper)
  }

  func disappeared() {
    resend.unbind(self)
  }

  func appears() {
    resend.onTick(with: self) { screen, reading in screen.title = "Resend (\(reading.shown))" }
  }
}

@MainActor
@Suite("Documentation: articles")
struct ArticlesTests {
  let time = VirtualTime()

  @Test("a service closes connections that time out")
  func connections() {
    let server = Server()
    let timeouts = ConnectionTimeouts(of: server, on: time.timekeeper)
    let first = timeouts.opened(1)
    let second = timeouts.opened(2)
    _ = timeouts.opened(3)
    time.advance(by: .seconds(20))
    timeouts.heard(first)
    timeouts.closed(second)
    time.advance(by: .seconds(20))
    #expect(server.closed.withLock { $0 } == [3])
    time.advance(by: .seconds(20))
    #expect(server.closed.withLock { $0 } == [3, 1])
  }

  @Test("a game pauses while its menu is open, and has slow motion")
  func game() {
    let time = VirtualTime()
    let game = Game(on: time.timekeeper)
    game.round.start()
    time.advance(by: .seconds(10))
    game.menuOpened()
    time.advance(by: .seconds(100))
    #expect(game.round.remaining == .seconds(20))
    game.menuClosed()
    time.advance(by: .seconds(10))
    game.slowMotion()
    time.advance(by: .seconds(20))
    #expect(game.round.remaining == .seconds(5))
  }

  @Test("a session ends half an hour after it was last heard from, unless it is closed")
  func sessions() {
    let time = VirtualTime()
    let server = SessionServer()
    let sessions = Sessions(of: server, on: time.timekeeper)
    for session in ["a", "b", "c"] { sessions.opened(session) }
    time.advance(by: .seconds(1000))
    sessions.heard(from: "a")
    sessions.closed("b")
    time.advance(by: .seconds(1000))
    #expect(server.ended.withLock { $0 } == ["c"])
    time.advance(by: .seconds(800))
    #expect(server.ended.withLock { $0 } == ["c", "a"])
  }

  @Test("rapid calls are debounced and throttled")
  func paced() {
    let screen = DownloadScreen(on: time.timekeeper)
    for text in ["s", "sa", "sand"] {
      screen.typed(text)
      time.advance(by: .milliseconds(100))
    }
    #expect(screen.results == [])
    time.advance(by: .milliseconds(200))
    #expect(screen.results == ["sand"])
    screen.received(1)
    screen.received(2)
    #expect(screen.received == 1)
    time.advance(by: .milliseconds(100))
    #expect(screen.received == 2)
  }

  @Test("a timer is restarted, and its interval is changed")
  func again() {
    let screen = BannerScreen()
    screen.show("Saved")
    screen.touched()
    screen.batteryChanged(isLow: true)
    #expect(screen.banner == "Saved")
    TickingGauge().start()
  }

  @Test("hidden is not paused")
  func hidden() {
    let screen = HidingScreen(on: time.timekeeper)
    screen.appears()
    screen.resend.start()
    time.advance(by: .seconds(10))
    screen.disappeared()
    time.advance(by: .seconds(10))
    #expect(screen.title == "Resend (50)")
    screen.appears()
    #expect(screen.title == "Resend (40)")
  }

  @Test("missed ticks are delivered in a burst")
  func burst() {
    let house = House()
    house.start(on: time.timekeeper)
    time.freeze(for: .seconds(7.5))
    #expect(house.kilowattHours == 7)
  }

  @Test("timers and countdowns without a handle are retained by the timekeeper")
  func forgotten() {
    _ = OneShotTimer(after: .seconds(3), lifetime: .detached) { _ in print("three seconds later") }
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    countdown.pause()
    countdown.resume()
    let end = time.wallNow + .seconds(60)
    let tea = Countdown(.seconds(180))
    let sale = Countdown(until: end)
    #expect(!tea.isRunning && !sale.isRunning)
  }

  /// This is only compiled, because it never ends.
  func ticks() async {
    for await tick in Ticks(every: .seconds(1)) { print(tick.index, tick.lateness) }
  }
}

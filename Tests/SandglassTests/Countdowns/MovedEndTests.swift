import Foundation
import Sandglass
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

@MainActor
@Suite("Law 6: an end that is set anew moves the run that is in progress")
struct MovedEndTests {
  let time = VirtualTime()
  let watcher = CountdownWatcher()
  let store = MemoryStore()

  private func sale(
    in duration: Duration = .seconds(60), options: CountdownOptions = .standard,
    isKept: Bool = false
  ) -> Countdown {
    let end = time.wallNow + duration
    let sale =
      isKept
      ? store.on(time.timekeeper).countdown("tea", until: end, options: options)
      : Countdown(until: end, options: options, on: time.timekeeper)
    watcher.watchEnds(of: sale)
    sale.start()
    return sale
  }

  private func setWallClock(by shift: Duration) {
    time.setWallClock(to: time.wallNow + shift)
  }

  @Test(
    "the run goes on and is told once; the same end again does nothing", arguments: [true, false])
  func running(isKept: Bool) {
    let sale = sale(isKept: isKept)
    time.advance(by: .seconds(30))
    let end = time.wallNow + .seconds(90)
    var changes: [CountdownChange.Kind] = []
    sale.onChange(with: watcher) { _, change in changes.append(change.kind) }
    #expect(sale.moveEnd(to: end))
    #expect(!sale.moveEnd(to: end))
    #expect(!sale.moveEnd(to: Date(end)))
    #expect(changes == [.extended(by: .seconds(60))])
    #expect((sale.remaining, sale.total) == (.seconds(90), .seconds(120)))
    #expect(sale.progress == 0.25)
    #expect(sale.endsAt == end)
    time.advance(by: .seconds(90))
    #expect(watcher.take() == ["finished"])
    #expect(!sale.moveEnd(to: end))
  }

  @Test("a countdown to a wall-clock time follows the clock to its new end, also at later starts")
  func staysOnTheWallClock() {
    let sale = sale()
    let end = time.wallNow + .seconds(100)
    sale.moveEnd(to: end)
    setWallClock(by: .seconds(40))
    #expect(sale.remaining == .seconds(60))
    sale.restart()
    #expect(sale.remaining == .seconds(60))
    sale.cancel()
    #expect(sale.duration == .seconds(60))
  }

  @Test("a countdown with a duration stays on the steady clock, and starts with it again")
  func staysOnTheSteadyClock() {
    let resend = Countdown.started(.seconds(60), on: time.timekeeper)
    let end = time.wallNow + .seconds(100)
    #expect(resend.moveEnd(to: end))
    #expect(!resend.moveEnd(to: end))
    setWallClock(by: .seconds(40))
    #expect(resend.remaining == .seconds(100))
    #expect(resend.moveEnd(to: end), "by the new setting, it would end later")
    #expect(resend.remaining == .seconds(60))
    resend.restart()
    #expect(resend.remaining == .seconds(60))
    resend.moveEnd(to: time.wallNow + .seconds(5))
    time.advance(by: .seconds(5))
    resend.start()
    #expect((resend.remaining, resend.total) == (.seconds(60), .seconds(60)))
  }

  @Test(
    "an end up to half a millisecond away is the same, because the two clocks are read in turn",
    arguments: [(-501, true), (-500, false), (500, false), (501, true)])
  func unnoticed(microseconds: Int, isMoved: Bool) {
    let resend = Countdown.started(.seconds(60), on: time.timekeeper)
    let end = time.wallNow + .seconds(60) + .microseconds(microseconds)
    #expect(resend.moveEnd(to: end) == isMoved)
  }

  @Test(
    "a paused countdown stays paused; the end that it had does nothing", arguments: [true, false])
  func paused(isKept: Bool) throws {
    let end = time.wallNow + .seconds(60)
    let sale = sale(isKept: isKept)
    time.advance(by: .seconds(10))
    sale.pause()
    time.advance(by: .seconds(10))
    #expect(!sale.moveEnd(to: end))
    #expect(sale.remaining == .seconds(50))
    let later = end + .seconds(30)
    #expect(sale.moveEnd(to: later))
    #expect((sale.state, sale.remaining) == (.paused, .seconds(70)))
    #expect(sale.reading.elapsed == .seconds(10))
    time.advance(by: .seconds(20))
    #expect(!sale.moveEnd(to: later))
    if isKept {
      let seen = try #require(
        try store.on(time.relaunched(after: .seconds(9)).timekeeper).countdown("tea"))
      #expect(!seen.moveEnd(to: later))
      #expect(seen.remaining == .seconds(70))
    }
    sale.resume()
    #expect(sale.remaining == .seconds(70))
    #expect(sale.moveEnd(to: later))
    #expect(sale.remaining == .seconds(50))
    setWallClock(by: .seconds(20))
    #expect(sale.remaining == .seconds(30))
    #expect(watcher.take().isEmpty)
  }

  @Test(
    "Law 6: a paused countdown is compared with the end that it had when it was paused",
    arguments: [true, false], [true, false])
  func pausedElsewhere(isKept: Bool, isRestored: Bool) throws {
    let end = time.wallNow + .seconds(60)
    var sale = sale(isKept: isKept)
    var time = time
    func restore() throws {
      guard isKept, isRestored else { return }
      time = time.relaunched()
      sale = try #require(try store.on(time.timekeeper).countdown("tea"))
    }
    time.advance(by: .seconds(10))
    sale.extend(by: .seconds(30))
    sale.pause()
    try restore()
    #expect(!sale.moveEnd(to: end + .seconds(30)))
    #expect(sale.remaining == .seconds(80))
    #expect(sale.moveEnd(to: end))
    #expect(sale.remaining == .seconds(50))
    // After an earlier pause, the run ends later.
    time.advance(by: .seconds(5))
    sale.resume()
    time.advance(by: .seconds(5))
    sale.pause()
    try restore()
    #expect(!sale.moveEnd(to: end + .seconds(5)))
    #expect(sale.remaining == .seconds(45))
    // An extension during a pause moves it, too.
    sale.extend(by: .seconds(20))
    time.advance(by: .seconds(1))
    try restore()
    #expect(!sale.moveEnd(to: end + .seconds(25)))
    #expect(sale.remaining == .seconds(65))
    #expect(sale.moveEnd(to: end + .seconds(5)))
    #expect(sale.remaining == .seconds(44))
  }

  @Test(
    "after the local end, another run begins and is told; its finish is told too",
    arguments: [true, false], [true, false])
  func afterTheEnd(isKept: Bool, countsPastZero: Bool) throws {
    let sale = sale(options: CountdownOptions(countsPastZero: countsPastZero), isKept: isKept)
    time.advance(by: .seconds(65))
    #expect(watcher.take() == ["finished"])
    var changes: [CountdownChange.Kind] = []
    sale.onChange(with: watcher) { _, change in changes.append(change.kind) }
    let end = time.wallNow + .seconds(35)
    #expect(sale.moveEnd(to: end))
    #expect(!sale.moveEnd(to: end))
    #expect(changes == [.extended(by: .seconds(40)), .started])
    #expect((sale.state, sale.remaining, sale.total) == (.running, .seconds(35), .seconds(100)))
    #expect(sale.end == nil)
    setWallClock(by: .seconds(5))
    #expect(sale.remaining == .seconds(30))
    if isKept {
      #expect(store.tea?.target == .wall(end))
      let seen = try #require(try store.on(time.companion().timekeeper).countdown("tea"))
      #expect(seen.reading == sale.reading)
    }
    time.advance(by: .seconds(30))
    #expect(watcher.take() == ["finished"])
  }

  @Test("if another process moves the end, it is shown here as moved, and no end is cancelled")
  func byAnotherProcess() {
    let store = MemoryStore(isWatched: true)
    let other = time.companion()
    let end = time.wallNow + .seconds(60)
    let own = store.on(time.timekeeper).countdown("tea", until: end)
    watcher.watchEnds(of: own)
    own.start()
    var changes: [CountdownChange.Kind] = []
    own.onChange(with: watcher) { _, change in changes.append(change.kind) }
    let others = store.on(other.timekeeper).countdown("tea", until: end)
    #expect(others.moveEnd(to: end + .seconds(20)))
    time.advance(by: .zero)
    #expect(changes == [.extended(by: .seconds(20))])
    #expect(own.remaining == .seconds(80))
    // Both hear of the same end.
    #expect(!own.moveEnd(to: end + .seconds(20)))
    #expect(!others.moveEnd(to: end + .seconds(20)))
    other.advance(by: .seconds(80))
    time.advance(by: .seconds(80))
    #expect(watcher.take() == ["finished"])
    // After the end, one of them begins another run, which the other one finds.
    #expect(others.moveEnd(to: end + .seconds(50)))
    time.advance(by: .zero)
    #expect(changes.last == .started)
    #expect((own.remaining, own.total) == (.seconds(30), .seconds(110)))
    #expect(!own.moveEnd(to: end + .seconds(50)))
  }

  @Test("a board's row is moved without a cancelled end, and starting it at its end does nothing")
  func row() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    board.start(7, until: time.wallNow + .seconds(60))
    board[7].map(watcher.watchEnds)
    let end = time.wallNow + .seconds(90)
    #expect(board[7]?.moveEnd(to: end) == true)
    board.start(7, until: end)
    #expect(board[7]?.total == .seconds(90))
    var finished: [[Int]] = []
    board.onFinish(with: watcher) { _, ids in finished.append(ids) }
    time.advance(by: .seconds(90))
    board.start(7, until: end)
    #expect(watcher.take() == ["finished"])
    #expect(finished == [[7]])
    board[7]?.moveEnd(to: end + .seconds(30))
    time.advance(by: .seconds(30))
    #expect(finished == [[7], [7]])
  }

  @Test(
    "what is paused past its wall-clock end finishes when it is shortened or its end has passed",
    arguments: [true, false], [true, false])
  func pausedPastTheEnd(isKept: Bool, isShortened: Bool) {
    let options = CountdownOptions(countsPastZero: true)
    let sale = sale(in: .seconds(10), options: options, isKept: isKept)
    time.advance(by: .seconds(1))
    sale.pause()
    time.advance(by: .seconds(30))
    if isShortened {
      sale.extend(by: .seconds(-9))
    } else {
      sale.moveEnd(to: time.wallNow - .seconds(5))
    }
    #expect((sale.state, sale.reading.overtime) == (.overtime, .zero))
    #expect(watcher.take() == ["finished"])
    #expect(watcher.ends.map(\.moment) == [time.now])
    time.advance(by: .seconds(3))
    #expect(sale.reading.overtime == .seconds(3))
    sale.extend(by: .seconds(1))
    #expect(sale.reading.overtime == .seconds(2))
  }

  @Test("Law 7: any end saturates", arguments: [Int128.min, -1, .max])
  func extremes(nanoseconds: Int128) {
    let end = WallMoment(nanosecondsSince1970: nanoseconds)
    for isOvertime in [false, true] {
      let sale = sale(options: CountdownOptions(countsPastZero: true))
      if isOvertime { time.advance(by: .seconds(70)) }
      #expect(sale.moveEnd(to: end))
      #expect(sale.state == (nanoseconds > 0 ? .running : .overtime))
      #expect(!sale.moveEnd(to: end) || nanoseconds < 0)
    }
  }

  @Test("an idle countdown and one that was cancelled have no end to move")
  func idle() {
    let sale = Countdown(until: time.wallNow + .seconds(60), on: time.timekeeper)
    let later = time.wallNow + .seconds(90)
    #expect(!sale.moveEnd(to: later))
    sale.start()
    sale.cancel()
    #expect(!sale.moveEnd(to: later))
    #expect(sale.duration == .seconds(60))
  }
}

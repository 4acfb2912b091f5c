import Foundation
import Sandglass
import SandglassLedger
import SandglassStores
import SandglassTesting
import Testing

func resumeFocus(in folder: String, on timekeeper: Timekeeper) -> Countdown {
  let store = FileCountdownStore(folder: folder, on: timekeeper)
  return store.countdown("focus", startingFrom: .seconds(25 * 60))
}

@MainActor
private final class BreakScreen {
  private let focus: Countdown
  private(set) var title = "Focus"

  init(folder: String, on timekeeper: Timekeeper = .shared) {
    let store = FileCountdownStore(folder: folder, on: timekeeper)
    focus = store.countdown("focus", startingFrom: .seconds(25 * 60))
    focus.onTick(with: self) { screen, reading in screen.title = reading.clockFace }
    focus.onFinish(with: self) { screen, _ in screen.title = "Time for a break" }
  }

  func tapped() {
    focus.start()
  }
}

@MainActor
final class KitchenTimers {
  let board: CountdownBoard<String>

  init(store: some CountdownStore) throws {
    let options = CountdownOptions(keepsRecord: true)
    board = try CountdownBoard(keptIn: store, options: options)
    if board.count == 0 { board.add("eggs", for: .seconds(360)).label = "Eggs" }
  }

  func start(_ dish: String, for duration: Duration) {
    board.start(UUID().uuidString, for: duration).label = dish
  }

  func move(_ source: IndexSet, to destination: Int) {
    board.move(fromOffsets: source, toOffset: destination)
  }
}

@MainActor
@Suite("Documentation: keeping countdowns")
struct KeepingTests {
  private let folder: String

  init() {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("sandglass-\(UUID().uuidString)").path
  }

  @Test("the article: the countdown continues in the next process and after a reboot")
  func article() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let time = VirtualTime()
    let focus = resumeFocus(in: folder, on: time.timekeeper)
    focus.start()

    let relaunched = time.relaunched(after: .seconds(60))
    let second = resumeFocus(in: folder, on: relaunched.timekeeper)
    #expect(second.remaining == .seconds(24 * 60))
    #expect(second.restoration?.certainty == .exact)

    let rebooted = relaunched.rebooted(after: .seconds(60))
    let third = resumeFocus(in: folder, on: rebooted.timekeeper)
    #expect(third.remaining == .seconds(23 * 60))
    #expect(third.restoration?.certainty == .estimated)
  }

  @Test("the article: a list keeps its labels and its order")
  func list() throws {
    let store = MemoryCountdownStore()
    let time = VirtualTime()
    let kitchen = try KitchenTimers(store: store.on(time.timekeeper))
    for dish in ["Tea", "Soup"] { kitchen.start(dish, for: .seconds(180)) }
    kitchen.move(IndexSet([0, 2]), to: 2)
    let paused = kitchen.board.pauseAll()
    // Later, without the rows that were paused before:
    for id in paused { kitchen.board[id]?.resume() }

    let relaunched = time.relaunched(after: .seconds(60))
    let next = try KitchenTimers(store: store.on(relaunched.timekeeper)).board
    #expect(next.ids.map { next[$0]?.label } == ["Tea", "Eggs", "Soup"])
    #expect(next.ids.map { next[$0]?.isRunning } == [true, false, true])
    next["eggs"]?.start()
    #expect(next["eggs"]?.clockFace == "6:00")
  }

  @Test("the article: discarding keeps a finished countdown, and resetting forgets its duration")
  func discarded() {
    let store = MemoryCountdownStore()
    let time = VirtualTime()
    let code = store.on(time.timekeeper).countdown("code", startingFrom: .seconds(30))
    code.start(for: .seconds(60))
    time.advance(by: .seconds(60))
    code.discard()
    #expect((code.state, code.duration) == (.finished, .seconds(60)))
    #expect(code.start() && code.shown == 60)

    code.reset(for: .seconds(30))
    code.discard()
    #expect((code.state, code.duration) == (.idle, .seconds(30)))
    let relaunched = time.relaunched()
    let next = store.on(relaunched.timekeeper).countdown("code", startingFrom: .seconds(45))
    #expect(next.duration == .seconds(45))
  }

  @Test("widgets: a look is what is stored, and a countdown waits for the store")
  func widget() throws {
    // The store reports nothing.
    let store = MemoryStore()
    let time = VirtualTime()
    let app = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    app.start()
    let widget = store.on(time.makeTimekeeper { time.wallNow })
    let shown = try #require(try widget.countdowns().first?.result.get())
    app.pause()
    #expect(try widget.look(at: "tea")?.state == .paused(remaining: .seconds(60)))
    #expect(try widget.countdowns().first?.result.get() === shown)
    #expect(shown.isRunning)
  }

  @Test("getting started: after a kill and a launch, the finish is reported once")
  func gettingStarted() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let time = VirtualTime()
    let screen = BreakScreen(folder: folder, on: time.timekeeper)
    screen.tapped()
    time.advance(by: .seconds(60))
    #expect(screen.title == "24:00")

    let second = time.relaunched(after: .seconds(60))
    let again = BreakScreen(folder: folder, on: second.timekeeper)
    second.advance(by: .seconds(1))
    #expect(again.title == "22:59")

    let third = second.relaunched(after: .seconds(3600))
    let last = BreakScreen(folder: folder, on: third.timekeeper)
    #expect(last.title == "Time for a break")
    #expect(BreakScreen(folder: folder, on: third.timekeeper).title == "Focus")
  }
}

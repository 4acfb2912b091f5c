import Observation
import Sandglass
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

@MainActor
@Suite("Labels that can be set")
struct LabelTests {
  private let time = VirtualTime()
  private let store = MemoryStore(isWatched: true)

  private func tea(label: String? = nil, on time: VirtualTime) -> Countdown {
    store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60), label: label)
  }

  @Test("a label of a countdown that was not started yet is that of its first run")
  func beforeTheFirstRun() {
    let first = tea(on: time)
    #expect(tea(label: "Green", on: time) === first)
    #expect(first.label == "Green")
    #expect(store.records == 0)
    first.start()
    #expect((first.label, store.tea?.label) == ("Green", "Green"))
  }

  @Test("a label is kept, and another process shows it", arguments: [true, false])
  func kept(isRunning: Bool) {
    let other = time.companion()
    let (first, second) = (tea(on: time), tea(on: other))
    first.start()
    if !isRunning { first.pause() }
    first.label = "Green"
    #expect(second.label == "Green")
    second.label = "Black"
    #expect(first.label == "Black")
    first.label = nil
    #expect((second.label, store.tea?.label) == (nil, nil))
    first.label = "White"
    #expect(tea(on: time.relaunched(after: .seconds(5))).label == "White")
  }

  @Test("a label outlives the record, but not its countdown")
  func afterTheEnd() {
    let first = tea(label: "Green", on: time)
    first.onFinish(with: store) { _, _ in }
    first.start()
    first.label = "Black"
    time.advance(by: .seconds(60))
    #expect(store.tea == nil)
    #expect(first.label == "Black")
    first.start()
    #expect(store.tea?.label == "Black")
    first.cancel()
    #expect(tea(on: time.relaunched()).label == nil)
  }

  @Test("a countdown without a store has a label, and a row until it is removed")
  func withoutStore() {
    let eggs = Countdown(until: time.wallNow + .seconds(60), on: time.timekeeper)
    eggs.label = "Eggs"
    eggs.start()
    time.advance(by: .seconds(70))
    #expect((eggs.label, eggs.isFinished) == ("Eggs", true))
    let board = CountdownBoard<Int>(on: time.timekeeper)
    board.start(1, for: .seconds(60)).label = "Soup"
    board.start(1, for: .seconds(90))
    #expect(board[1]?.label == "Soup")
    board.show(1, in: store) { _, _ in }
    board.remove(1)
    board.start(1, for: .seconds(60))
    #expect(board[1]?.label == nil)
  }

  @Test("a label is any text")
  func anyText() {
    let first = tea(on: time)
    first.start()
    for label in ["", "\u{0}", "a\nb", String(repeating: "é", count: 10_000)] {
      first.label = label
      #expect(tea(on: time.companion()).label == label)
    }
  }

  @Test("observers are told of another label, in each process, and not of the same one")
  func observed() {
    let other = time.companion()
    let countdowns = [tea(on: time), tea(on: other)]
    countdowns[0].start()
    let changes = Locked([0, 0])
    func observe(_ index: Int) {
      withObservationTracking {
        _ = countdowns[index].label
      } onChange: {
        changes.withLock { $0[index] += 1 }
      }
    }
    observe(0)
    observe(1)
    countdowns[0].label = nil
    #expect(changes.withLock { $0 } == [0, 0])
    countdowns[0].label = "Green"
    #expect(changes.withLock { $0 } == [1, 1])
  }
}

import Sandglass
import SandglassCore
import SandglassTestSupport
import SandglassTesting
import Testing

@testable import SandglassStores

@MainActor
@Suite("VirtualTime: a record is saved when the call returns, whatever other threads do")
struct VirtualTimeSavingTests {
  let time = VirtualTime()
  let store = MemoryStore(isWatched: true)
  let watcher = CountdownWatcher()

  @Test("while a thread of the process changes the countdown")
  func thread() async {
    let tea = makeTea(on: time)
    await expectEachSaved(of: tea, while: tea)
  }

  @Test("while another process changes the record, which is reported to the main queue")
  func process() async {
    let tea = makeTea(on: time)
    await expectEachSaved(of: tea, while: makeTea(on: time.companion()))
  }

  private func makeTea(on time: VirtualTime) -> Countdown {
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    tea.start()
    return tea
  }

  /// Adds seconds to one countdown, and thousands of seconds to the other on another thread.
  private func expectEachSaved(of tea: Countdown, while other: Countdown) async {
    watcher.watch(tea)
    let isOver = Locked(false)
    let thread = Task.detached {
      while !isOver.withLock({ $0 }) { other.extend(by: .seconds(1_000)) }
    }
    for count in 1...900 {
      tea.extend(by: .seconds(1))
      let total = store.tea?.total ?? .zero
      #expect(total.components.seconds % 1_000 == Int64(60 + count))
    }
    isOver.withLock { $0 = true }
    await thread.value
  }
}

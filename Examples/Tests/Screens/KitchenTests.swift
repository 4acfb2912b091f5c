import Sandglass
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct KitchenTests {
  let time = VirtualTime()
  let store = MemoryCountdownStore()

  @Test func warnsRingsAndCountsOn() throws {
    let kitchen = try Kitchen(store: store, on: time.timekeeper)
    kitchen.start("Eggs", for: .seconds(7 * 60))
    kitchen.start("Tea", for: .seconds(3 * 60), warning: .seconds(10))
    #expect(kitchen.lines == ["Tea 3:00", "Eggs 7:00"])

    time.advance(by: .seconds(3 * 60 + 5))
    #expect(kitchen.lines == ["Tea +0:05", "Eggs 3:55"])
    #expect(kitchen.announcements == ["Tea: 0:10 left", "Tea: ready"])

    kitchen.dismiss(kitchen.timers[0])
    #expect(kitchen.lines == ["Eggs 3:55"])
    time.freeze(for: .seconds(10 * 60))
    #expect(kitchen.lines == ["Eggs +6:05"])
    #expect(kitchen.announcements.suffix(2) == ["Eggs: 1:00 left", "Eggs: ready"])
  }

  @Test func goesOnAfterARelaunch() throws {
    do {
      let kitchen = try Kitchen(store: store, on: time.timekeeper)
      kitchen.start("Eggs", for: .seconds(7 * 60))
      kitchen.start("Tea", for: .seconds(3 * 60))
    }
    let later = time.relaunched(after: .seconds(4 * 60))
    let kitchen = try Kitchen(store: store, on: later.timekeeper)
    #expect(kitchen.lines == ["Tea +1:00", "Eggs 3:00"])
    #expect(kitchen.announcements.last == "Tea: ready")

    later.advance(by: .seconds(2 * 60))
    #expect(kitchen.announcements.last == "Eggs: 1:00 left")
    for timer in kitchen.timers { kitchen.dismiss(timer) }
    let empty = try Kitchen(store: store, on: later.relaunched().timekeeper)
    #expect(empty.lines == [])
  }
}

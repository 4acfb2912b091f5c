import SandglassStores
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct KitchenTests {
  let time = VirtualTime()
  let store = MemoryCountdownStore()

  @Test func warnsRingsAndCountsOn() throws {
    let kitchen = try Kitchen(store: store.on(time.timekeeper))
    #expect(kitchen.lines == ["Eggs 6:00", "Rice 18:00"])
    kitchen.timers["eggs"]?.start()
    kitchen.start("Tea", for: .seconds(3 * 60))

    time.advance(by: .seconds(3 * 60 + 5))
    #expect(kitchen.lines == ["Eggs 2:55", "Rice 18:00", "Tea +0:05"])
    #expect(kitchen.announcements == ["Tea: 1:00 left", "Tea: ready"])

    kitchen.timers["eggs"]?.label = "Soft eggs"
    time.freeze(for: .seconds(3 * 60))
    #expect(kitchen.lines == ["Soft eggs +0:05", "Rice 18:00", "Tea +3:05"])
    #expect(kitchen.announcements.suffix(2) == ["Soft eggs: 1:00 left", "Soft eggs: ready"])

    kitchen.timers.remove("eggs")
    #expect(kitchen.lines == ["Rice 18:00", "Tea +3:05"])
  }

  @Test func goesOnAfterARelaunch() throws {
    do {
      let kitchen = try Kitchen(store: store.on(time.timekeeper))
      kitchen.start("Tea", for: .seconds(3 * 60))
      kitchen.timers["rice"]?.start()
      kitchen.timers["rice"]?.label = "Brown rice"
      kitchen.timers.move("rice", before: "eggs")
    }
    let later = time.relaunched(after: .seconds(4 * 60))
    let kitchen = try Kitchen(store: store.on(later.timekeeper))
    #expect(kitchen.lines == ["Brown rice 14:00", "Eggs 6:00", "Tea +1:00"])
    #expect(kitchen.announcements == ["Tea: 1:00 left", "Tea: ready"])

    later.advance(by: .seconds(13 * 60))
    #expect(kitchen.announcements.last == "Brown rice: 1:00 left")
    let again = try Kitchen(store: store.on(later.rebooted(after: .seconds(60)).timekeeper))
    #expect(again.lines == ["Brown rice +0:00", "Eggs 6:00", "Tea +15:00"])
    #expect(again.announcements == ["Brown rice: ready"])
  }

  @Test func staysDismissed() throws {
    try Kitchen(store: store.on(time.timekeeper)).timers.remove("eggs")
    let again = try Kitchen(store: store.on(time.relaunched().timekeeper))
    #expect(again.lines == ["Rice 18:00"])
  }
}

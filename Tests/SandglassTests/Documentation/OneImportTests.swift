import SandglassStores
import SandglassTesting
import Testing

// The types of some of these values come with `import SandglassCore` or `import SandglassLedger`. Their members must not need
// these imports.

@MainActor
@Suite("Documentation: what `import SandglassStores` is enough for")
struct OneImportTests {
  private let time = VirtualTime()

  @Test("what a kept countdown says of its record, its options and its interval is read")
  func kept() async throws {
    let store = MemoryCountdownStore()
    store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(180)).start()
    try await store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(180))
      .saved()
    let later = time.relaunched(after: .seconds(60))
    let tea = store.on(later.timekeeper).countdown("tea", startingFrom: .seconds(180))
    let looked = try store.on(later.timekeeper).look(at: "tea")
    #expect(tea.restoration?.state == .running(remaining: .seconds(120)))
    #expect(looked?.certainty == .exact && tea.restoration?.endedMeanwhile == false)
    #expect(tea.timerInterval.pausedAt == nil && tea.timerInterval.end == tea.endsAt)
    let options = CountdownOptions(rounding: .nearest)
    _ = store.on(later.timekeeper).countdown("tea", startingFrom: .seconds(180), options: options)
    #expect(tea.refusedOptions?.options == options)
    if case .damaged? = tea.storeError?.kind { Issue.record("nothing is damaged") }
  }

  @Test("timers are created with options, and explain why they do not fire")
  func timers() {
    let options = TickOptions(first: .immediately, missedTicks: .burst, limit: 3)
    let ticker = RepeatingTimer(
      every: .seconds(1), options: options, lifetime: .detached, on: time.timekeeper
    ) { _ in }
    ticker.setInterval(.seconds(2), from: .latestTick)
    let search = Debouncer<String>(for: .seconds(1), edge: .leading, on: time.timekeeper) { _ in }
    search.call("a")
    #expect(time.timekeeper.pending.first?.kind == .repeatingTimer(every: .seconds(2)))
    #expect(time.timekeeper.counters.firings == 0)
  }

  @Test("an error from parsing and an error from a store are handled by their members")
  func errors() {
    do {
      _ = try Duration(parsing: "1:3o")
    } catch {
      #expect(error.part == "o")
    }
    do {
      _ = try CountdownBoard(keptIn: MemoryCountdownStore().on(time.timekeeper))
    } catch {
      #expect(error.kind == .unavailable)
    }
    #expect(Duration.seconds(65).clockFace(.alwaysHours.tenths) == "0:01:05.0")
  }
}

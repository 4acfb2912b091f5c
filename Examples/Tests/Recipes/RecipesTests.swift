#if os(Linux)
  import Foundation
  import Sandglass
  import SandglassTesting
  import Testing

  @testable import Recipes

  @MainActor
  @Suite("Recipes, over declarations of Apple's frameworks", .serialized)
  struct RecipesTests {
    let time = VirtualTime(wall: Date(timeIntervalSince1970: 1_900_000_000))

    @Test("the model announces its milestones and its end")
    func model() {
      AccessibilityNotification.Announcement.posted = []
      let model = TeaModel(on: time.timekeeper)
      model.tea.start()
      time.advance(by: .seconds(180))
      #expect(AccessibilityNotification.Announcement.posted == ["1:00 left", "0:10 left"])
      #expect(model.title == "Tea is ready")
    }

    @Test("a table shows each row in its cell, and removes the rows that have ended")
    func table() {
      let board = CountdownBoard<String>(on: time.timekeeper)
      for (number, sale) in ["a", "b", "c"].enumerated() {
        board.start(sale, for: .seconds(60 * (number + 1)))
      }
      let view = UITableView()
      let table = SaleTable(in: view, of: board)
      let texts = { view.cells.map { $0.textLabel?.text } }
      time.advance(by: .seconds(1))
      #expect(texts() == ["a  0:59", "b  1:59", "c  2:59"])
      time.advance(by: .seconds(60))
      #expect(board.ids == ["b", "c"])
      #expect(texts().prefix(2) == ["b  0:59", "c  1:59"])
      withExtendedLifetime(table) {}
    }

    @Test("a widget shows the range, and asks for a new timeline at its end")
    func widget() async throws {
      let store = MemoryCountdownStore()
      let provider = TeaProvider(store: store, timekeeper: time.timekeeper)
      #expect(provider.timeline().policy == .never)
      let tea = Countdown.kept("tea", in: store, startingFrom: .seconds(180), on: time.timekeeper)
      tea.start()
      try await tea.saved()
      let end = Date(timeIntervalSince1970: 1_900_000_180)
      #expect(provider.timeline().policy == .after(end))
      #expect(provider.timeline().entries.first?.range?.upperBound == end)
      try await pauseTea(in: store, on: time.timekeeper)
      #expect(tea.isPaused)
      #expect(provider.timeline().entries.first?.text == "3:00")
    }

    @Test("the Live Activity and the alarm get each change, in order, and nothing at a tick")
    func system() async {
      let tea = Countdown(.seconds(180), on: time.timekeeper)
      let first = SystemCalls.all.count
      let activity = TeaActivity(of: tea)
      tea.start()
      time.advance(by: .seconds(60))
      tea.pause()
      tea.resume()
      time.advance(by: .seconds(120))
      await activity.settled()
      #expect(
        SystemCalls.all.dropFirst(first)
          == ["request, stale true", "update, stale false", "update, stale true", "end"])

      let second = SystemCalls.all.count
      let eggs = Countdown(.seconds(180), on: time.timekeeper)
      let alarm = TeaAlarm(of: eggs, id: UUID())
      eggs.start()
      eggs.pause()
      eggs.resume()
      eggs.extend(by: .seconds(60))
      eggs.pause()
      eggs.extend(by: .seconds(60))
      eggs.cancel()
      await alarm.settled()
      #expect(
        SystemCalls.all.dropFirst(second)
          == [
            "schedule 180", "pause", "resume", "cancel", "schedule 240", "pause", "cancel",
            "schedule 300", "pause", "cancel",
          ])
      withExtendedLifetime(activity) {}
    }

    @Test("the environment has a timekeeper, which a preview or a test replaces")
    func environment() {
      var values = EnvironmentValues()
      #expect(values.timekeeper === Timekeeper.shared)
      values.timekeeper = time.timekeeper
      #expect(values.timekeeper === time.timekeeper)
    }
  }
#endif

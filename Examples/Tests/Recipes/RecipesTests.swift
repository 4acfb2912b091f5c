#if os(Linux)
  import AppleStandIns
  import Foundation
  import SandglassStores
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

    @Test("a widget shows the range, and its end at the end")
    func widget() async throws {
      let store = MemoryCountdownStore(on: time.timekeeper)
      let provider = TeaProvider(store: store)
      #expect(provider.timeline().entries.count == 1)
      let tea = store.countdown("tea", startingFrom: .seconds(180))
      tea.start()
      try await tea.saved()
      let end = Date(timeIntervalSince1970: 1_900_000_180)
      let timeline = provider.timeline()
      #expect(timeline.policy == .never)
      #expect(timeline.entries.first?.range?.upperBound == end)
      #expect(timeline.entries.last?.date == end)
      #expect(timeline.entries.last?.text == "Done")
      #expect(timeline.entries.last?.range == nil)
      try await pauseTea(in: store)
      #expect(tea.isPaused)
      #expect(provider.timeline().entries.map(\.text) == ["3:00"])
      #expect(TeaProvider(store: nil).timeline().entries.map(\.text) == ["Tea"])
    }

    @Test("a widget of several countdowns has their labels, and how they are")
    func kitchen() throws {
      let store = MemoryCountdownStore(on: time.timekeeper)
      store.countdown("eggs", startingFrom: .seconds(360), label: "Eggs").start()
      store.countdown("tea", startingFrom: .seconds(180)).start()
      time.advance(by: .seconds(60))
      try store.countdown("tea")?.pause()
      let rows = try kitchenRows(in: store)
      #expect(rows.map(\.label) == ["Eggs", "tea"])
      #expect(
        rows.map(\.look.state) == [
          .running(remaining: .seconds(300)), .paused(remaining: .seconds(120)),
        ])
    }

    @Test("the intent throws without an app group, and finds the record with one")
    func appGroup() async throws {
      FileManager.groupContainer = nil
      await #expect(throws: MissingAppGroup.self) { try await PauseTea().perform() }
      let container = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      FileManager.groupContainer = container
      defer {
        FileManager.groupContainer = nil
        try? FileManager.default.removeItem(at: container)
      }
      let tea = try FileCountdownStore(folder: teaFolder()).countdown(
        "tea", startingFrom: .seconds(180))
      tea.start()
      try await tea.saved()
      _ = try await PauseTea().perform()
      #expect(tea.isPaused)
      #expect(SystemCalls.all.last == "reload tea")
      tea.cancel()
      try await tea.saved()
    }

    /// The calls to the system since the given number, without what an alarm is made of.
    private func calls(since first: Int) -> [String] {
      SystemCalls.all.dropFirst(first).filter { !$0.hasPrefix("can pause") }
    }

    @Test("the Live Activity gets each change, in order, and nothing at a tick")
    func activity() async {
      Activities.removeAll()
      let tea = Countdown(.seconds(180), on: time.timekeeper)
      let first = SystemCalls.all.count
      let activity = TeaActivity(of: tea)
      tea.start()
      time.advance(by: .seconds(60))
      tea.pause()
      tea.resume()
      time.advance(by: .seconds(120))
      await activity.refresh()
      #expect(
        calls(since: first)
          == ["request, stale true", "update, stale false", "update, stale true", "end"])
    }

    @Test("an activity that was refused in the background begins when the app has returned")
    func refusedActivity() async {
      Activities.removeAll()
      Activities.isRefusing = true
      let tea = Countdown(.seconds(180), on: time.timekeeper)
      let activity = TeaActivity(of: tea)
      tea.start()
      await activity.refresh()
      #expect(Activity<TeaAttributes>.activities.isEmpty)
      Activities.isRefusing = false
      await activity.refresh()
      #expect(Activity<TeaAttributes>.activities.count == 1)
      // The user removes it, and gets no other one for this run.
      Activity<TeaAttributes>.activities[0].activityState = .dismissed
      tea.pause()
      await activity.refresh()
      #expect(Activity<TeaAttributes>.activities.count == 1)
      tea.restart()
      await activity.refresh()
      #expect(Activity<TeaAttributes>.activities.count == 2)
      tea.cancel()
      await activity.refresh()
    }

    @Test("an alarm gets each change, in order, and can be paused")
    func alarm() async {
      Alarms.list = []
      let first = SystemCalls.all.count
      let eggs = Countdown(.seconds(180), on: time.timekeeper)
      let alarm = TeaAlarm(of: eggs, id: UUID(), on: time.timekeeper)
      eggs.start()
      eggs.pause()
      eggs.resume()
      eggs.extend(by: .seconds(60))
      eggs.pause()
      eggs.extend(by: .seconds(60))
      eggs.cancel()
      await alarm.refresh()
      #expect(
        calls(since: first)
          == [
            "schedule 180", "pause", "resume", "cancel", "schedule 240", "pause", "cancel",
            "schedule 300", "pause", "cancel",
          ])
      #expect(SystemCalls.all.dropFirst(first).contains("can pause true"))
      #expect(alarm.error == nil)
    }

    /// What the user does to an alarm, while the app may not run.
    private func show(_ mode: AlarmPresentationState.Mode, of id: UUID, as state: Alarm.State) {
      Activities.removeAll()
      Alarms.list = [Alarm(id: id, state: state)]
      let presentation = AlarmPresentation(alert: AlarmPresentation.Alert(title: ""))
      _ = Activity(
        attributes: AlarmAttributes<TeaAlarmData>(presentation: presentation, tintColor: .green),
        content: ActivityContent(
          state: AlarmPresentationState(alarmID: id, mode: mode), staleDate: nil))
    }

    @Test("what the user has done on the Lock Screen is exact, however late the app learns of it")
    func lateUser() async {
      let id = UUID()
      Alarms.list = []
      let eggs = Countdown(.seconds(180), on: time.timekeeper)
      let alarm = TeaAlarm(of: eggs, id: id, on: time.timekeeper)
      eggs.start()
      await alarm.refresh()
      time.advance(by: .seconds(60))
      // The user has paused it after thirty seconds.
      let paused = AlarmPresentationState.Mode.Paused(
        totalCountdownDuration: 180, previouslyElapsedDuration: 30)
      show(.paused(paused), of: id, as: .paused)
      let first = SystemCalls.all.count
      await alarm.refresh()
      #expect(eggs.isPaused)
      #expect(eggs.remaining == .seconds(150))
      // The user resumes it, and the app learns of it ten seconds later.
      let fireDate = Date(time.timekeeper.wallNow) + 150
      time.advance(by: .seconds(10))
      let running = AlarmPresentationState.Mode.Countdown(
        totalCountdownDuration: 180, previouslyElapsedDuration: 30, startDate: fireDate - 150,
        fireDate: fireDate)
      show(.countdown(running), of: id, as: .countdown)
      await alarm.refresh()
      #expect(eggs.isRunning)
      #expect(abs(eggs.remaining / .seconds(1) - 140) < 0.001)
      #expect(calls(since: first) == [], "what the user has done is not done again")
      // The user removes it.
      Alarms.list = []
      await alarm.refresh()
      #expect(eggs.state == .idle)
    }

    @Test("an alarm that was removed while no process was there does not come back")
    func removedWhileDead() async throws {
      let (id, store) = (UUID(), MemoryCountdownStore())
      func launch() -> (eggs: Countdown, alarm: TeaAlarm) {
        let eggs = store.on(time.timekeeper).countdown("eggs", startingFrom: .seconds(180))
        return (eggs, TeaAlarm(of: eggs, id: id, on: time.timekeeper))
      }
      Alarms.list = []
      do {
        let (eggs, alarm) = launch()
        eggs.start()
        await alarm.refresh()
        try await eggs.saved()
      }
      #expect(Alarms.list.map(\.id) == [id])
      do {
        let (eggs, alarm) = launch()
        await alarm.refresh()
        #expect(eggs.isRunning, "the alarm is there")
      }
      Alarms.list = []
      let first = SystemCalls.all.count
      let (eggs, alarm) = launch()
      await alarm.refresh()
      #expect(eggs.state == .idle)
      #expect(calls(since: first) == [])
      eggs.start()
      await alarm.refresh()
      #expect(calls(since: first) == ["schedule 180"], "another run has an alarm again")
      eggs.cancel()
      await alarm.refresh()
    }

    /// Notes when it was asked to be in step.
    private final class NotedPresence: TeaPresence {
      func refresh() async { SystemCalls.note("refresh") }
    }

    @Test("an intent returns when what the system shows is in step")
    func intentAwaits() async throws {
      let store = MemoryCountdownStore()
      let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(180))
      tea.start()
      try await tea.saved()
      TeaOutside.shared = NotedPresence()
      defer { TeaOutside.shared = nil }
      let first = SystemCalls.all.count
      try await pauseTea(in: store.on(time.timekeeper))
      #expect(calls(since: first) == ["refresh", "reload tea"])
      tea.cancel()
    }

    @Test("a pause in the app reaches an alarm that runs, and is not undone by it")
    func pauseInTheApp() async {
      let id = UUID()
      Alarms.list = []
      let eggs = Countdown(.seconds(180), on: time.timekeeper)
      let alarm = TeaAlarm(of: eggs, id: id, on: time.timekeeper)
      eggs.start()
      await alarm.refresh()
      let start = Date(time.timekeeper.wallNow)
      let running = AlarmPresentationState.Mode.Countdown(
        totalCountdownDuration: 180, previouslyElapsedDuration: 0, startDate: start,
        fireDate: start + 180)
      show(.countdown(running), of: id, as: .countdown)
      time.advance(by: .seconds(60))
      let first = SystemCalls.all.count
      eggs.pause()
      await alarm.refresh()
      #expect(eggs.isPaused)
      #expect(calls(since: first) == ["pause"])
      eggs.cancel()
      await alarm.refresh()
    }

    @Test("without an authorisation the countdown runs, and the error is told")
    func refusedAlarm() async {
      Alarms.list = []
      Alarms.isRefusing = true
      defer { Alarms.isRefusing = false }
      let eggs = Countdown(.seconds(180), on: time.timekeeper)
      let alarm = TeaAlarm(of: eggs, id: UUID(), on: time.timekeeper)
      eggs.start()
      await alarm.refresh()
      #expect(alarm.error != nil)
      #expect(eggs.isRunning)
      eggs.cancel()
    }

    @Test("the calls to an alarm lead from every state to every other one")
    func alarmStates() {
      let now = Date(timeIntervalSince1970: 1_900_000_000)
      let states: [TeaAlarmState] = [
        .none, .running(until: now + 60), .running(until: now + 90), .paused(remaining: 60),
        .paused(remaining: 90),
      ]
      for from in states {
        for to in states {
          var state = from
          for call in from.calls(to: to, at: now) {
            switch (call, state) {
            case (.schedule(let seconds), .none): state = .running(until: now + seconds)
            case (.pause, .running(let end)): state = .paused(remaining: end.timeIntervalSince(now))
            case (.resume, .paused(let remaining)): state = .running(until: now + remaining)
            case (.cancel, .running), (.cancel, .paused): state = .none
            default: Issue.record("\(call) in \(state), from \(from) to \(to)")
            }
          }
          #expect(state == to)
          #expect(from.calls(to: to, at: now).isEmpty == (from == to))
        }
      }
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

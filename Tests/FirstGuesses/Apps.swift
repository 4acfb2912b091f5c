// swift-format-ignore-file
// What developers type first. A line without a comment compiles. A line with `// ->` does not, and the compiler's message
// contains the words after the arrow. `Scripts/check-guesses` checks both.

import Dispatch
import Foundation
import Sandglass

final class Label { var text: String? }

@MainActor final class Screen {
  let label = Label()
  func update() {}
  func finished() {}
  func search(_ text: String) {}
  func save() {}
  func fetch() async throws -> Int { 1 }

  func creating(end: Date, timekeeper: Timekeeper) {
    _ = Countdown(.seconds(60))
    _ = Countdown(duration: .seconds(60))
    _ = Countdown(duration: 60)  // -> Countdown(.seconds(60))
    _ = Countdown(seconds: 60)  // -> Countdown(.seconds(60))
    _ = Countdown(60)  // -> Countdown(.seconds(60))
    _ = Countdown(from: .seconds(60))  // -> Countdown(.seconds(60))
    _ = Countdown(for: .seconds(60))  // -> Countdown(.seconds(60))
    _ = Countdown(.minutes(1))  // -> .seconds(25 * 60)
    _ = Countdown(until: end)
    _ = Countdown(to: end)  // -> Countdown(until: end)
    _ = Countdown(endingAt: end)  // -> Countdown(until: end)
    _ = Countdown(endDate: end)  // -> Countdown(until: end)
    _ = Countdown(deadline: end)  // -> Countdown(until: end)
    _ = Countdown.started(.seconds(60))
    _ = Countdown.start(.seconds(60))  // -> Countdown.started(.seconds(60))
    _ = Countdown.started(60)  // -> Countdown.started(.seconds(60))
    _ = Countdown(.seconds(60), autostart: true)  // -> Countdown.started(.seconds(60))
    _ = Countdown(duration: 60, startImmediately: true)  // -> Countdown.started(.seconds(60))
    _ = Countdown(.seconds(60), timekeeper: timekeeper)  // -> on: timekeeper
    _ = Countdown(duration: .seconds(60), timekeeper: timekeeper)  // -> on: timekeeper
    _ = Countdown(duration: .seconds(60), clock: .system)  // -> on: timekeeper
    _ = Countdown(.seconds(60), on: .main)  // -> shared
    _ = Countdown(.seconds(60), options: CountdownOptions(countsPastZero: true))
    _ = Countdown(duration: .seconds(60), allowsOvertime: true)  // -> CountdownOptions(countsPastZero: true)
    _ = Countdown(duration: 60, continuesPastZero: true)  // -> CountdownOptions(countsPastZero: true)
    _ = Countdown(.seconds(60), overtime: true)  // -> CountdownOptions(countsPastZero: true)
    _ = Countdown(.seconds(60), options: .overtime)  // -> CountdownOptions(countsPastZero: true)
    Countdown(.seconds(60)).countsPastZero = true  // -> CountdownOptions(countsPastZero: true)
    _ = Countdown(.seconds(60), tick: .milliseconds(100))  // -> unit: .milliseconds(100)
    _ = Countdown(.seconds(60), interval: .seconds(1))  // -> unit: .milliseconds(100)
    _ = Countdown(duration: 60, interval: 1)  // -> unit: .milliseconds(100)
    _ = Countdown(.seconds(60)) { [weak self] in self?.finished() }  // -> onFinish(with: self)
    _ = Countdown(.seconds(60)) { [weak self] _ in self?.update() }  // -> onTick(with: self)
    _ = Countdown(duration: 60, onTick: { [weak self] _ in self?.update() }, onFinish: { [weak self] in self?.finished() })  // -> onTick(with: self)
    _ = Countdown(duration: .seconds(60), onFinish: { [weak self] in self?.finished() })  // -> onFinish(with: self)
  }

  func keeping(store: FileCountdownStore) throws {
    _ = Countdown.kept("tea", in: store, startingFrom: .seconds(180))
    _ = try Countdown.kept("tea", in: store)
    _ = Countdown("tea", duration: .seconds(180))  // -> Countdown.kept("tea", in: store
    _ = Countdown(name: "tea", duration: .seconds(180))  // -> Countdown.kept("tea", in: store
    _ = Countdown(name: "tea", duration: 180)  // -> Countdown.kept("tea", in: store
    _ = Countdown(.seconds(180), name: "tea")  // -> Countdown.kept("tea", in: store
    _ = Countdown(duration: 180, id: "tea")  // -> Countdown.kept("tea", in: store
    _ = Countdown(.seconds(180), id: "tea", store: store)  // -> Countdown.kept("tea", in: store
    _ = Countdown(duration: .seconds(180), persistedAs: "tea")  // -> Countdown.kept("tea", in: store
    _ = Countdown(duration: .seconds(180), persistenceKey: "tea")  // -> Countdown.kept("tea", in: store
    _ = Countdown(duration: .seconds(180), key: "tea")  // -> Countdown.kept("tea", in: store
    _ = Countdown.kept("tea", for: .seconds(180))  // -> Countdown.kept("tea", in: store
    _ = Countdown(restoring: "tea")  // -> Countdown.kept("tea", in: store
    _ = Countdown.restore("tea")  // -> try Countdown.kept("tea", in: store)
    _ = Countdown.restore(name: "tea")  // -> try Countdown.kept("tea", in: store)
    _ = Countdown.restored(named: "tea")  // -> try Countdown.kept("tea", in: store)
    _ = Countdown.load(name: "tea", from: store)  // -> try Countdown.kept("tea", in: store)
    _ = Countdown.named("tea")  // -> try Countdown.kept("tea", in: store)
    _ = Timekeeper.shared.countdown(named: "tea")  // -> try Countdown.kept("tea", in: store)
    _ = Countdown(.seconds(180)).persisted(as: "tea")  // -> Countdown.kept("tea", in: store
    Countdown(.seconds(60)).save()  // -> Countdown.kept("tea", in: store
  }

  func phases(c: Countdown) {
    _ = Countdown(phases: [Phase("Work", .seconds(1500)), Phase("Break", .seconds(300))], rounds: 4)
    _ = Countdown(phases: [Phase("Work", .seconds(1500))], repeating: 4)  // -> rounds: 4
    _ = Countdown(phases: [Phase("Work", .seconds(1500))], repeatCount: 4)  // -> rounds: 4
    _ = Countdown(phases: [Phase("Work", .seconds(1500))], cycles: 4)  // -> rounds: 4
    _ = Countdown([Phase("Work", .seconds(1500))])  // -> Countdown(phases: phases, rounds: 4)
    _ = Countdown(phases: [("Work", .seconds(1500)), ("Break", .seconds(300))], rounds: 4)  // -> Countdown(phases: phases, rounds: 4)
    _ = Phase(name: "Work", duration: .seconds(1500))  // -> Phase("Work", .seconds(25 * 60))
    _ = Countdown.Phase("Work", .seconds(1500))
    _ = Countdown(repeating: [Phase("Work", .seconds(1500))], count: 4)  // -> rounds: 4
    _ = Phase("Work", duration: 25 * 60)  // -> Phase("Work", .seconds(25 * 60))
    _ = Phase("Work", .minutes(25))  // -> .seconds(25 * 60)
    _ = Countdown(phases: [.work(.seconds(1500)), .break(.seconds(300))], rounds: 4)  // -> Phase("Work", .seconds(25 * 60))
    _ = c.currentPhase?.name
    _ = c.currentPhase.name  // -> must be unwrapped
    _ = c.phase?.name  // -> currentPhase?.name
    _ = c.phase.name  // -> currentPhase?.name
    _ = c.phaseName  // -> currentPhase?.name
    _ = c.phase == .running  // -> isRunning
    c.skip()
    c.nextPhase()  // -> skip()
    c.skipToNextPhase()  // -> skip()
    c.advance()  // -> skip()
    c.advanceToNextPhase()  // -> skip()
    c.next()  // -> skip()
    c.onPhaseEnd(with: self) { screen, end in screen.update() }
    c.onPhaseEnd { [weak self] _ in self?.update() }  // -> onPhaseEnd(with: self)
    c.onPhaseEnd { [weak self] in self?.update() }  // -> onPhaseEnd(with: self)
    c.onPhaseEnd = { [weak self] _ in self?.update() }  // -> onPhaseEnd(with: self)
    c.onPhaseChange { [weak self] phase in self?.update() }  // -> onPhaseEnd(with: self)
    c.onPhaseChange = { [weak self] phase in self?.update() }  // -> onPhaseEnd(with: self)
    c.onPhaseFinish { [weak self] phase in self?.update() }  // -> onPhaseEnd(with: self)
  }

  func acting(c: Countdown, end: Date) {
    c.start(for: .seconds(90))
    c.start(.seconds(90))  // -> start(for: .seconds(90))
    c.start(duration: .seconds(90))  // -> start(for: .seconds(90))
    c.start(duration: 90)  // -> start(for: .seconds(90))
    c.start(for: 90)  // -> start(for: .seconds(90))
    c.start(with: .seconds(90))  // -> start(for: .seconds(90))
    c.restart(duration: .seconds(90))  // -> restart(for: .seconds(90))
    c.restart(with: .seconds(90))  // -> restart(for: .seconds(90))
    c.reset(to: .seconds(90))  // -> restart(for: .seconds(90))
    c.start(to: end)  // -> start(until: end)
    c.togglePause()  // -> toggle()
    c.stop()  // -> cancel()
    c.invalidate()  // -> cancel()
    c.reset()  // -> restart()
    c.extend(by: .seconds(-30))
    c.add(.seconds(30))  // -> extend(by: .seconds(30))
    c.add(30)  // -> extend(by: .seconds(30))
    c.add(-30)  // -> extend(by: .seconds(30))
    c.add(seconds: 30)  // -> extend(by: .seconds(30))
    c.addTime(.seconds(30))  // -> extend(by: .seconds(30))
    c.extend(.seconds(30))  // -> extend(by: .seconds(30))
    c.extend(by: 30)  // -> extend(by: .seconds(30))
    c.adjust(by: .seconds(30))  // -> extend(by: .seconds(30))
    c.subtract(.seconds(30))  // -> shorten(by: .seconds(30))
    c.reduce(by: .seconds(30))  // -> shorten(by: .seconds(30))
    c.remove(.seconds(30))  // -> shorten(by: .seconds(30))
    c.shorten(by: 30)  // -> shorten(by: .seconds(30))
    c.moveEnd(to: end)
    c.endDate = end
    c.deadline = end  // -> endDate
    c.target = end  // -> endDate
    c.reschedule(to: end)  // -> moveEnd(to: end)
    c.move(to: end)  // -> moveEnd(to: end)
    c.setEnd(end)  // -> moveEnd(to: end)
    c.setEndDate(end)  // -> moveEnd(to: end)
    c.updateEnd(to: end)  // -> moveEnd(to: end)
    c.update(end: end)  // -> moveEnd(to: end)
    c.update(until: end)  // -> moveEnd(to: end)
    c.retarget(to: end)  // -> moveEnd(to: end)
  }

  func reading(c: Countdown) {
    _ = c.timeRemaining  // -> remaining
    _ = c.remainingTime  // -> remaining
    _ = c.timeLeft  // -> remaining
    _ = c.remainingSeconds  // -> shown
    _ = c.secondsRemaining  // -> shown
    _ = c.displayedSeconds  // -> shown
    _ = c.secondsLeft  // -> shown
    _ = c.displayedTime  // -> shownTime
    _ = c.fractionCompleted  // -> progress
    _ = c.deadline  // -> endDate
    _ = c.fireDate  // -> endDate
    _ = c.isActive  // -> isRunning
    _ = c.status == .running  // -> state
    _ = c.isDone  // -> isFinished
    _ = c.isExpired  // -> isFinished
    _ = c.hasFinished  // -> isFinished
    label.text = c.clockFace(.tenths)
    label.text = c.text  // -> clockFace
    label.text = c.displayText  // -> clockFace
    label.text = c.formatted  // -> clockFace
    label.text = c.formatted()  // -> clockFace
    label.text = c.formatted(.tenths)  // -> clockFace(.tenths)
    label.text = c.formatted(.mmss)  // -> The standard style shows 1:30
    label.text = c.formatted("mm:ss")  // -> clockFace
    label.text = c.formatted(fractionDigits: 1)  // -> clockFace(.tenths)
    label.text = c.text(precision: .tenths)  // -> clockFace(.tenths)
    label.text = c.formattedTime  // -> clockFace
    label.text = c.accessibilityLabel  // -> reading.spoken()
    label.text = c.accessibilityText  // -> reading.spoken()
    label.text = c.spoken()  // -> reading.spoken()
    label.text = c.spokenText  // -> reading.spoken()
    label.text = c.formatted(.spoken)  // -> reading.spoken()
  }

  func listening(c: Countdown) {
    c.onTick(with: self) { screen, reading in screen.update() }
    c.onTick { [weak self] in self?.update() }  // -> onTick(with: self)
    c.onTick { [weak self] _ in self?.update() }  // -> onTick(with: self)
    c.onTick = { [weak self] _ in self?.update() }  // -> onTick(with: self)
    c.onTick(self) { screen, reading in screen.update() }  // -> onTick(with: self)
    c.onTick(with: self) { screen in screen.update() }  // -> onTick(with: self)
    c.onTick { [weak self] reading in self?.label.text = reading.text }  // -> clockFace
    c.onUpdate { [weak self] in self?.update() }  // -> onTick(with: self)
    c.onSecondChange { [weak self] _ in self?.update() }  // -> onTick(with: self)
    c.observe { [weak self] _ in self?.update() }  // -> onTick(with: self)
    c.onFinish(with: self) { screen in screen.finished() }
    c.onFinish { [weak self] in self?.finished() }  // -> onFinish(with: self)
    c.onFinish { [weak self] _ in self?.finished() }  // -> onFinish(with: self)
    c.onFinish = { [weak self] in self?.finished() }  // -> onFinish(with: self)
    c.onComplete { [weak self] in self?.finished() }  // -> onFinish(with: self)
    c.onCompletion = { [weak self] in self?.finished() }  // -> onFinish(with: self)
    c.onEnd(with: self) { screen, end in screen.finished() }
    c.onEnd { [weak self] in self?.finished() }  // -> onEnd(with: self)
    c.onEnd { [weak self] _ in self?.finished() }  // -> onEnd(with: self)
    c.onEnd = { [weak self] _ in self?.finished() }  // -> onEnd(with: self)
    c.onTermination { [weak self] in self?.finished() }  // -> onEnd(with: self)
    c.onChange(with: self) { screen, change in screen.update() }
    c.onChange { [weak self] change in self?.update() }  // -> onChange(with: self)
    c.onStateChange { [weak self] state in self?.update() }  // -> onChange(with: self)
    c.onStateChange = { [weak self] state in self?.update() }  // -> onChange(with: self)
    c.onEvent { [weak self] event in self?.update() }  // -> onChange(with: self)
    c.onPause { [weak self] in self?.update() }  // -> onChange(with: self)
    c.onResume { [weak self] in self?.update() }  // -> onChange(with: self)
    c.onMilestone { [weak self] reached in self?.update() }  // -> onMilestone(with: self)
    c.onMilestone(.seconds(10)) { [weak self] in self?.update() }  // -> milestones = [.remaining(.seconds(10))]
    c.onMilestone(10) { [weak self] in self?.update() }  // -> milestones = [.remaining(.seconds(10))]
    c.onMilestone(.remaining(.seconds(10))) { [weak self] in self?.update() }  // -> onMilestone(with: self)
    c.onMilestone(at: .seconds(10)) { [weak self] in self?.update() }  // -> onMilestone(with: self)
    c.onRemaining(.seconds(10)) { [weak self] in self?.update() }  // -> onMilestone(with: self)
    c.notify(at: .seconds(10)) { [weak self] in self?.update() }  // -> onMilestone(with: self)
    c.at(remaining: .seconds(10)) { [weak self] in self?.update() }  // -> onMilestone(with: self)
    c.when(remaining: .seconds(10)) { [weak self] in self?.update() }  // -> onMilestone(with: self)
    c.addMilestone(.seconds(10)) { [weak self] in self?.update() }  // -> onMilestone(with: self)
    c.milestones = [.seconds(10)]  // -> .remaining(.seconds(10))
    c.bind(to: label)  // -> show(in: label)
    c.bind(to: label, \.text)  // -> show(in: label)
    c.show(in: label)  // -> show(in: label)
  }

  func waiting(c: Countdown) async {
    for await _ in c.readings {}
    for await _ in c.ticks {}  // -> readings
    for await _ in c.values {}  // -> readings
    for await _ in c.updates {}  // -> readings
    for await _ in c.events {}  // -> onChange(with: self)
    for await _ in c.stateChanges {}  // -> onChange(with: self)
    for await _ in c.phaseChanges {}  // -> onPhaseEnd(with: self)
    await c.finished()
    await c.wait()  // -> finished()
    await c.waitUntilFinished()  // -> finished()
    await c.waitForCompletion()  // -> finished()
    _ = await c.completion  // -> finished()
  }

  func board(board: CountdownBoard<String>, cell: Label) {
    board.start("eggs", for: .seconds(180))
    board.start("eggs", duration: .seconds(180))  // -> start("eggs", for: .seconds(180))
    board.start(id: "eggs", duration: 180)  // -> start("eggs", for: .seconds(180))
    board.start(.seconds(180), id: "eggs")  // -> start("eggs", for: .seconds(180))
    board.start("eggs", for: 180)  // -> start("eggs", for: .seconds(180))
    board.add("eggs", duration: .seconds(180))  // -> start("eggs", for: .seconds(180))
    board.add(id: "eggs", duration: .seconds(180))  // -> start("eggs", for: .seconds(180))
    board.add(Countdown(.seconds(180)), id: "eggs")  // -> start("eggs", for: .seconds(180))
    board["eggs"] = Countdown(.seconds(180))  // -> start("eggs", for: .seconds(180))
    board["eggs"]?.extend(by: .seconds(30))
    board.extend("eggs", by: .seconds(30))  // -> board[id]?.extend(by: .seconds(30))
    board.extend(id: "eggs", by: 30)  // -> board[id]?.extend(by: .seconds(30))
    board.add(.seconds(30), to: "eggs")  // -> board[id]?.extend(by: .seconds(30))
    board["eggs"]?.pause()
    board.pause("eggs")  // -> board[id]?.pause()
    board.pause(id: "eggs")  // -> board[id]?.pause()
    board.cancel("eggs")  // -> board[id]?.cancel()
    board.remove(id: "eggs")  // -> remove(id)
    board.countdown(for: "eggs")?.pause()  // -> board[id]
    board.bind("eggs", to: cell)  // -> show(id, in: cell)
    board.show("eggs", in: cell)  // -> show(id, in: cell)
    board.observe("eggs") { [weak cell] reading in cell?.text = reading.clockFace }  // -> show(id, in: cell)
    label.text = board["eggs"]?.formatted  // -> clockFace
    label.text = board.text(for: "eggs")  // -> clockFace
    _ = board.orderedIDs  // -> ids
    _ = board.keys  // -> ids
    board.onFinish(with: self) { screen, ids in screen.finished() }
    board.onFinish { [weak self] id in self?.finished() }  // -> onFinish(with: self)
    board.onFinish = { [weak self] id in self?.finished() }  // -> onFinish(with: self)
    board.onEnd { [weak self] id in self?.finished() }  // -> onFinish(with: self)
  }

  func timers(queue: DispatchQueue, repeating: RepeatingTimer, oneShot: OneShotTimer) {
    _ = RepeatingTimer(every: .seconds(1)) { [weak self] in self?.update() }
    _ = RepeatingTimer(every: .seconds(1)) { [weak self] _ in self?.update() }
    _ = RepeatingTimer(every: .seconds(1), tolerance: .milliseconds(100)) { [weak self] in self?.update() }
    _ = RepeatingTimer(every: .seconds(1), queue: queue) { print("tick") }
    _ = RepeatingTimer(every: .seconds(1), with: self) { $0.update() }
    _ = RepeatingTimer(every: 1) { [weak self] in self?.update() }  // -> RepeatingTimer(every: .seconds(1)
    _ = RepeatingTimer(interval: 1) { [weak self] _ in self?.update() }  // -> RepeatingTimer(every: .seconds(1)
    _ = RepeatingTimer(interval: .seconds(1)) { [weak self] in self?.update() }  // -> RepeatingTimer(every: .seconds(1)
    _ = RepeatingTimer(.seconds(1)) { [weak self] in self?.update() }  // -> RepeatingTimer(every: .seconds(1)
    _ = RepeatingTimer(interval: 1, tolerance: 0.1) { [weak self] in self?.update() }  // -> RepeatingTimer(every: .seconds(1)
    _ = RepeatingTimer(every: .seconds(1), tolerance: 0.1) { [weak self] in self?.update() }  // -> RepeatingTimer(every: .seconds(1)
    _ = RepeatingTimer(every: .seconds(1), on: queue) { [weak self] in self?.update() }  // -> queue:
    _ = RepeatingTimer(interval: 1, repeats: true) { [weak self] in self?.update() }  // -> RepeatingTimer(every: .seconds(1)
    _ = RepeatingTimer(timeInterval: 1, repeats: true) { [weak self] _ in self?.update() }  // -> RepeatingTimer(every: .seconds(1)
    _ = RepeatingTimer(every: .seconds(1), owner: self) { $0.update() }  // -> with: self
    _ = RepeatingTimer(every: .seconds(1), target: self) { $0.update() }  // -> with: self
    _ = RepeatingTimer(every: .seconds(1), on: self) { $0.update() }  // -> with: self
    repeating.invalidate()  // -> cancel()
    repeating.stop()  // -> cancel()
    repeating.start()  // -> starts when it is created
    _ = RepeatingTimer(at: .multiples(of: .seconds(60))) { [weak self] in self?.update() }
    _ = RepeatingTimer(at: .everyMinute) { [weak self] in self?.update() }  // -> .multiples(of: .seconds(60))
    _ = RepeatingTimer(every: .seconds(60), alignedTo: .wallClock) { [weak self] in self?.update() }  // -> .multiples(of: .seconds(60))
    _ = RepeatingTimer(every: .minute, alignedToClock: true) { [weak self] _ in self?.update() }  // -> .multiples(of: .seconds(60))
    _ = RepeatingTimer(matching: DateComponents(second: 0)) { [weak self] in self?.update() }  // -> .multiples(of: .seconds(60))
    _ = OneShotTimer(after: .seconds(2)) { [weak self] in self?.update() }
    _ = OneShotTimer(after: 2) { [weak self] in self?.update() }  // -> OneShotTimer(after: .seconds(2)
    _ = OneShotTimer(delay: .seconds(2)) { [weak self] in self?.update() }  // -> OneShotTimer(after: .seconds(2)
    _ = OneShotTimer(delay: 2) { [weak self] in self?.update() }  // -> OneShotTimer(after: .seconds(2)
    _ = OneShotTimer(in: .seconds(2)) { [weak self] in self?.update() }  // -> OneShotTimer(after: .seconds(2)
    oneShot.invalidate()  // -> cancel()
    oneShot.start()  // -> starts when it is created
  }

  func ticks() async {
    for await _ in Ticks(every: .seconds(1), tolerance: .milliseconds(100)) {}
    for await _ in Ticks(every: 1) {}  // -> Ticks(every: .seconds(1))
    for await _ in Ticks(.seconds(1)) {}  // -> Ticks(every: .seconds(1))
    for await _ in Ticks(interval: .seconds(1)) {}  // -> Ticks(every: .seconds(1))
  }

  func calls(text: String, search: Debouncer<String>, save: Throttler<Void>) async throws {
    _ = Debouncer(for: .milliseconds(300)) { [weak self] text in self?.search(text) }
    _ = Debouncer(delay: .milliseconds(300)) { [weak self] (text: String) in self?.search(text) }  // -> Debouncer(for: .milliseconds(300)
    _ = Debouncer(delay: .milliseconds(300))  // -> Debouncer(for: .milliseconds(300)
    _ = Debouncer(delay: 0.3)  // -> Debouncer(for: .milliseconds(300)
    _ = Debouncer(.milliseconds(300))  // -> Debouncer(for: .milliseconds(300)
    _ = Debouncer(interval: .milliseconds(300), queue: .main)  // -> Debouncer(for: .milliseconds(300)
    _ = Debouncer<String>(delay: .milliseconds(300))  // -> Debouncer(for: .milliseconds(300)
    search.call(text)
    search.call { [weak self] in self?.search(text) }  // -> The closure belongs to the debouncer
    search.debounce { [weak self] in self?.search(text) }  // -> The closure belongs to the debouncer
    search.submit { [weak self] in self?.search(text) }  // -> The closure belongs to the debouncer
    search.schedule { [weak self] in self?.search(text) }  // -> The closure belongs to the debouncer
    search.send(text)  // -> call(_:)
    _ = Throttler(every: .seconds(1)) { [weak self] in self?.save() }
    _ = Throttler(interval: .seconds(1)) { [weak self] in self?.save() }  // -> Throttler(every: .seconds(1)
    _ = Throttler(interval: 1)  // -> Throttler(every: .seconds(1)
    _ = Throttler(.seconds(1))  // -> Throttler(every: .seconds(1)
    save.call()
    save.call { [weak self] in self?.save() }  // -> The closure belongs to the throttler
    save.throttle { [weak self] in self?.save() }  // -> The closure belongs to the throttler
    save.trigger()  // -> call()
    _ = try await withTimeout(.seconds(5)) { try await fetch() }
    _ = try await withTimeout(seconds: 5) { try await fetch() }  // -> withTimeout(.seconds(5))
    _ = try await withTimeout(of: .seconds(5)) { try await fetch() }  // -> withTimeout(.seconds(5))
    _ = try await withTimeout(after: .seconds(5)) { try await fetch() }  // -> withTimeout(.seconds(5))
    _ = try await withTimeout(5) { try await fetch() }  // -> withTimeout(.seconds(5))
  }

  func stopwatch(watch: Stopwatch) {
    _ = Stopwatch.started()  // -> Stopwatch(), and then start()
    watch.pause()
    watch.restart()  // -> reset(), and then start()
    watch.split()  // -> lap()
    _ = watch.laps.map(\.duration)
    _ = watch.lapTimes  // -> laps.map(\.duration)
    _ = watch.elapsedTime  // -> elapsed
  }

  func forgottenImport() {
    _ = VirtualTime()  // -> import SandglassTesting
  }
}

import Dispatch
import Observation
import Sandglass
import SandglassCore
import SandglassTestSupport
import SandglassTesting
import Testing

/// What one receiver has been shown.
private final class Sink: Sendable {
  private let values = Locked<(all: [String], new: [String])>(([], []))

  func note(_ reading: Reading) {
    values.withLock {
      $0.all.append(Sink.face(of: reading))
      $0.new.append(Sink.face(of: reading))
    }
  }

  var all: [String] { values.withLock { $0.all } }
  var last: String? { all.last }

  /// Returns what was shown since the last call.
  func takeNew() -> [String] {
    values.withLock { exchange(&$0.new, with: []) }
  }

  /// What a screen shows: the number, and the phase.
  static func face(of reading: Reading) -> String {
    "\(reading.clockFace(.tenths)) in \(reading.phaseIndex)"
  }
}

/// One countdown with every kind of receiver.
@MainActor
private final class Screens {
  let countdown: Countdown
  let time: VirtualTime
  let onMain = Sink()
  let onQueue = Sink()
  let cell = Sink()
  let row = Sink()
  let observer = Sink()
  private(set) var reader = Sink()
  private(set) var readerHasEnded = Locked(true)
  private var board: CountdownBoard<Int>?
  let endsOnWallClock: Bool

  /// Creates the receivers of a row of a board, or of a countdown without a board.
  init(
    _ countdown: Countdown, on board: CountdownBoard<Int>? = nil, _ time: VirtualTime,
    endsOnWallClock: Bool = false
  ) {
    self.endsOnWallClock = endsOnWallClock
    self.countdown = countdown
    self.time = time
    self.board = board
    countdown.onTick(with: onMain) { $0.note($1) }
    countdown.onTick(with: onQueue, queue: DispatchQueue(label: "screens")) { $0.note($1) }
    countdown.show(in: cell) { $0.note($1) }
    board?.show(1, in: row) { $0.note($1) }
    observe()
  }

  private func observe() {
    let reading = withObservationTracking {
      countdown.reading
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.observe() }
    }
    observer.note(reading)
  }

  /// Begins to iterate again if the last iteration has ended.
  func read() async {
    guard readerHasEnded.withLock({ $0 }) else { return }
    let (reader, hasEnded) = (Sink(), Locked(false))
    (self.reader, readerHasEnded) = (reader, hasEnded)
    let readings = countdown.readings
    time.task {
      for await reading in readings { reader.note(reading) }
      hasEnded.withLock { $0 = true }
    }
    await time.run(for: .zero)
    _ = reader.takeNew()
  }

  /// Lets everything settle after a step.
  func settle() async {
    await time.run(for: .zero)
  }

  var isRead: Bool { !readerHasEnded.withLock { $0 } }
  var present: String { Sink.face(of: countdown.reading) }
}

@MainActor
@Suite("Law 4: every kind of receiver is shown the same numbers")
struct ShownEverywhereTests {
  let time = VirtualTime()

  private let minutes = CountdownOptions(unit: .seconds(60), countsPastZero: true)

  @Test("the reading at zero is delivered if the countdown counts past zero")
  func atZero() async {
    let countdown = Countdown(.seconds(180), options: minutes, on: time.timekeeper)
    let screens = Screens(countdown, time)
    await screens.read()
    countdown.start()
    await time.run(for: .seconds(239))
    let faces = ["3:00.0 in 0", "2:00.0 in 0", "1:00.0 in 0", "+0:00.0 in 0"]
    #expect(screens.onMain.all == faces)
    #expect(screens.onQueue.all == faces)
    #expect(screens.reader.all == faces)
    #expect(screens.cell.all.suffix(4) == faces[...])
    #expect(screens.observer.last == faces.last && screens.present == faces.last)
    await time.run(for: .seconds(1))
    #expect(screens.onMain.last == "+1:00.0 in 0" && screens.reader.last == "+1:00.0 in 0")
  }

  @Test("without counting past zero, the finish is delivered instead, and a cell shows it")
  func finish() async {
    let countdown = Countdown(.seconds(2), on: time.timekeeper)
    let screens = Screens(countdown, time)
    await screens.read()
    countdown.start()
    await time.run(for: .seconds(9))
    #expect(screens.onMain.all == ["0:02.0 in 0", "0:01.0 in 0"])
    #expect(screens.reader.all == screens.onMain.all && !screens.isRead)
    #expect(screens.cell.last == "0:00.0 in 0" && screens.observer.last == "0:00.0 in 0")
  }

  @Test("the events at zero come in order: the end of the phase, the finish, the reading")
  func order() {
    let phases = [Phase("A", .seconds(60)), Phase("B", .seconds(60))]
    let countdown = Countdown(phases: phases, options: minutes, on: time.timekeeper)
    var events: [String] = []
    countdown.onTick(with: time) { _, reading in events.append(reading.clockFace) }
    countdown.onFinish(with: time) { _, _ in events.append("finish") }
    countdown.onPhaseEnd(with: time) { _, end in events.append(end.phase.name) }
    countdown.start()
    time.advance(by: .seconds(130))
    #expect(events == ["1:00", "A", "1:00", "B", "finish", "+0:00"])
  }

  @Test("Law 5: a freeze over zero delivers one tick, at zero or after it")
  func freeze() {
    for (seconds, last, missed) in [(200, "+0:00", 0), (250, "+1:00", 1), (400, "+3:00", 3)] {
      let time = VirtualTime()
      let countdown = Countdown(.seconds(180), options: minutes, on: time.timekeeper)
      var events: [String] = []
      countdown.onTick(with: time) { _, reading in
        events.append("\(reading.clockFace) missed \(reading.missed)")
      }
      countdown.onEnd(with: time) { _, end in events.append("finish missed \(end.missed)") }
      countdown.start()
      time.freeze(for: .seconds(seconds))
      #expect(events == ["3:00 missed 0", "finish missed 2", "\(last) missed \(missed)"])
    }
  }

  @Test("Law 6: shortening and moving the end past zero deliver a reading immediately")
  func shortened() {
    let changes: [(Countdown) -> Void] = [
      { $0.extend(by: .seconds(-180)) },
      { $0.extend(by: .seconds(-500)) },
      { [time] in $0.moveEnd(to: time.wallNow) },
      { [time] in $0.moveEnd(to: time.wallNow - .seconds(90)) },
      {
        $0.pause()
        $0.extend(by: .seconds(-180))
      },
    ]
    for change in changes {
      let countdown = Countdown.started(.seconds(180), options: minutes, on: time.timekeeper)
      let sink = Sink()
      countdown.onTick(with: sink) { $0.note($1) }
      change(countdown)
      #expect(sink.all == ["3:00.0 in 0", "+0:00.0 in 0"])
      time.advance(by: .seconds(60))
      #expect(sink.last == "+1:00.0 in 0")
    }
  }

  @Test(
    "stopping overtime delivers the reading that remains, and ends the readings",
    arguments: [true, false])
  func stopped(byCancelling cancels: Bool) async {
    let countdown = Countdown(.seconds(60), options: minutes, on: time.timekeeper)
    let screens = Screens(countdown, time)
    await screens.read()
    countdown.start()
    await time.run(for: .seconds(130))
    #expect(screens.onMain.last == "+1:00.0 in 0")
    #expect(cancels ? countdown.cancel() : countdown.stopOvertime())
    await screens.settle()
    for sink in [screens.onMain, screens.onQueue, screens.reader, screens.cell, screens.observer] {
      #expect(sink.last == "0:00.0 in 0")
    }
    #expect(!screens.isRead)
  }

  @Test("a restart in overtime delivers the reading of the start, which misses none")
  func restarted() {
    let countdown = Countdown.started(.seconds(60), options: minutes, on: time.timekeeper)
    var shown: [String] = []
    countdown.onTick(with: time) { shown.append("\($1.clockFace) missed \($1.missed)") }
    let cell = Sink()
    countdown.show(in: cell) { $0.note($1) }
    time.advance(by: .seconds(70))
    countdown.restart()
    let faces = ["1:00 missed 0", "+0:00 missed 0", "1:00 missed 0"]
    #expect(shown == faces)
    #expect(cell.all == ["1:00.0 in 0", "+0:00.0 in 0", "1:00.0 in 0"])
  }
}

// MARK: - Random steps

extension ShownEverywhereTests {
  @Test("after each of any steps, all receivers have been shown the same", .random)
  func anySteps() async {
    var random = SeededGenerator(for: "all receivers")
    for _ in 0..<repetitions(2_000, atLeast: 12) {
      await takeSteps(using: &random)
    }
  }

  private func takeSteps(using random: inout SeededGenerator) async {
    let time = VirtualTime()
    let unit = [Duration.milliseconds(100), .seconds(1), .seconds(60)][random.number(0...2)]
    let options = CountdownOptions(
      unit: unit, rounding: [Rounding.up, .nearest, .down][random.number(0...2)],
      countsPastZero: !random.once(in: 4))
    let duration = { (random: inout SeededGenerator) in unit * random.number(0...60) / 10 }
    let screens = makeScreens(options, lasting: duration(&random), time, using: &random)
    await screens.read()
    let countdown = screens.countdown
    var history: [String] = []
    for _ in 0..<30 {
      let wasReading = countdown.reading
      let wasRead = screens.isRead
      let step = random.number(0...20)
      let time = screens.time
      switch step {
      case 0, 1: countdown.start()
      case 2: countdown.pause()
      case 3: countdown.resume()
      case 4: countdown.skip()
      case 5: countdown.back()
      case 6: countdown.extend(by: duration(&random))
      case 7: countdown.extend(by: .zero - duration(&random))
      case 8: countdown.moveEnd(to: time.wallNow + duration(&random) - unit)
      case 9: time.freeze(for: duration(&random))
      case 10:
        time.freeze(for: duration(&random), settingWallClockBy: duration(&random) - unit * 3)
      case 11: time.setWallClock(to: time.wallNow + duration(&random) - unit * 3)
      case 12: countdown.stopOvertime()
      case 13 where random.once(in: 3): countdown.cancel()
      case 14 where random.once(in: 3): countdown.restart()
      default: await time.run(for: duration(&random))
      }
      await screens.settle()
      history.append("\(step): \(countdown.reading.state) \(screens.present)")
      check(screens, after: step, wasOvertime: wasReading.state == .overtime, wasRead, history)
      await screens.read()
    }
  }

  private func makeScreens(
    _ options: CountdownOptions, lasting duration: Duration, _ time: VirtualTime,
    using random: inout SeededGenerator
  ) -> Screens {
    let timekeeper = time.timekeeper
    switch random.number(0...3) {
    case 0:
      let phases = (0...2).map { Phase("\($0)", options.unit * $0 + duration / 2) }
      return Screens(Countdown(phases: phases, options: options, on: timekeeper), time)
    case 1:
      let end = time.wallNow + duration
      return Screens(
        Countdown(until: end, options: options, on: timekeeper), time, endsOnWallClock: true)
    case let kind:
      let board = CountdownBoard<Int>(
        options: options, flipsTogether: kind == 3, on: timekeeper)
      return Screens(board.add(1, for: duration), on: board, time)
    }
  }

  /// Checks what each receiver has been shown in a step, and last.
  private func check(
    _ screens: Screens, after step: Int, wasOvertime: Bool, _ wasRead: Bool, _ history: [String]
  ) {
    let state = screens.countdown.state
    let (main, queue, reader) = (
      screens.onMain.takeNew(), screens.onQueue.takeNew(), screens.reader.takeNew()
    )
    let (cell, row) = (screens.cell.takeNew(), screens.row.takeNew())
    let comment = Comment(rawValue: "\(history), main \(main), reader \(reader), cell \(cell)")

    // The same sequences. The readings of a run end with it, and a start comes to the next ones.
    #expect(main == queue, comment)
    if wasRead, screens.isRead { #expect(main == reader, comment) }
    if wasRead, !screens.isRead { #expect(main.starts(with: reader), comment) }
    #expect(row.isEmpty || row == cell, comment)
    // A cell is also shown pauses and ends.
    #expect(main.allSatisfy(cell.contains), comment)

    // The same number last.
    let present = screens.present
    // Before a start, the time until a wall-clock time is another at each moment.
    if state == .idle, screens.endsOnWallClock { return }
    #expect(screens.observer.last == present, comment)
    #expect(screens.cell.last == present, comment)
    if screens.row.last != nil { #expect(screens.row.last == present, comment) }
    let isStopped = wasOvertime && state == .finished
    let lasts = state == .running || state == .paused || state == .overtime
    guard lasts || isStopped else { return }
    #expect(screens.onMain.last == present, comment)
    #expect(screens.onQueue.last == present, comment)
    if wasRead, isStopped || screens.isRead, let last = screens.reader.last {
      #expect(last == present, comment)
    }
  }
}

import Sandglass
import SandglassStandIns
import SandglassTesting
import SandglassTestSupport
import SandglassUIKit
import Testing

@testable import SandglassStores

/// Labels and buttons with random events, and a plain model of what each of them must show.
@MainActor
private final class ShownWorld {
  private enum Source: Equatable {
    case nothing
    case countdown(Int)
    case row(Int)

    /// The shown countdown or row no longer exists, and this was its last reading.
    case last(Reading)

    /// The board no longer exists.
    case noRow
  }

  /// What a view shows, and how its text is made.
  private struct Wish {
    var source = Source.nothing
    var end: String?
    var isPlain = true
  }

  private let time = VirtualTime()
  private let isKept: Bool
  private let store = MemoryCountdownStore()
  private let ownStores = (0..<3).map { _ in MemoryCountdownStore() }
  private var board: CountdownBoard<String>
  private var countdowns: [Countdown] = []

  /// Rows that still exist after their board was deallocated.
  private var orphans: [Countdown] = []
  private var labels: [UILabel]
  private var buttons: [UIButton]
  private var labelWishes: [Wish]
  private var buttonWishes: [Wish]
  private var flashes = 0

  private(set) var fault: String?

  init(_ random: inout SeededGenerator) {
    isKept = random.once(in: 2)
    board = CountdownBoard(on: time.timekeeper)
    labels = (0..<3).map { _ in UILabel() }
    labelWishes = Array(repeating: Wish(), count: 3)
    buttonWishes = Array(repeating: Wish(), count: 4)
    buttons = []
    if isKept { board = Self.keptBoard(in: store, on: time) }
    for id in 0..<3 {
      countdowns.append(
        makeCountdown(
          id, .milliseconds(random.number(0...9_000)),
          CountdownOptions(countsPastZero: random.once(in: 3))))
    }
    for number in 0..<4 { buttons.append(button(number)) }
    flashes = buttons.map(\.flashes).reduce(0, +)
  }

  private static func keptBoard(
    in store: MemoryCountdownStore, on time: VirtualTime
  ) -> CountdownBoard<String> {
    do {
      return try CountdownBoard(keptIn: store.on(time.timekeeper))
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private func makeCountdown(
    _ id: Int, _ duration: Duration, _ options: CountdownOptions
  ) -> Countdown {
    // A separate store, because every record of the board's store is a row.
    isKept
      ? ownStores[id].on(time.timekeeper).countdown(
        "\(id)", startingFrom: duration, options: options)
      : Countdown(duration, options: options, on: time.timekeeper)
  }

  private func button(_ number: Int) -> UIButton {
    let button = UIButton()
    if number.isMultiple(of: 2) {
      button.setTitle("Resend", for: .normal)
    } else {
      button.configuration = UIButton.Configuration(title: "Resend")
    }
    button.layoutIfNeeded()
    return button
  }

  func act(_ random: inout SeededGenerator) {
    let id = random.number(0...2)
    switch random.number(0...18) {
    case 0...1: countdowns[id].start()
    case 2: countdowns[id].cancel()
    case 3: countdowns[id].restart()
    case 4: countdowns[id].pause()
    case 5: countdowns[id].resume()
    case 6: board.start("\(id)", for: .milliseconds(random.number(0...9_000)))
    case 7: board.remove("\(id)")
    case 8...9: showInLabel(id, &random)
    case 10...11: showInButton(id, &random)
    case 12: comeAndGo(&random)
    case 13: time.freeze(for: .milliseconds(random.number(0...9_000)))
    case 14: letCountdownGo(id)
    case 15: letBoardGo()
    case 16: orphans.randomElement(using: &random)?.restart(for: .milliseconds(2_500))
    default: time.advance(by: .milliseconds(random.number(0...2_500)))
    }
    audit()
  }

  private func showInLabel(_ id: Int, _ random: inout SeededGenerator) {
    let index = random.number(0...2)
    let wish = Wish(
      source: random.once(in: 2) ? .countdown(id) : .row(id),
      end: random.once(in: 2) ? "Over" : nil, isPlain: random.once(in: 2))
    labelWishes[index] = wish
    let label = labels[index]
    switch (wish.source, wish.isPlain) {
    case (.row, true): board.show("\(id)", in: label, atEnd: wish.end)
    case (.row, false): board.show("\(id)", in: label, atEnd: wish.end) { "\($0.shown)" }
    case (_, true): countdowns[id].show(in: label, atEnd: wish.end)
    case (_, false): countdowns[id].show(in: label, atEnd: wish.end) { "\($0.shown)" }
    }
  }

  private func showInButton(_ id: Int, _ random: inout SeededGenerator) {
    let index = random.number(0...3)
    let wish = Wish(
      source: random.once(in: 2) ? .countdown(id) : .row(id), isPlain: random.once(in: 2))
    buttonWishes[index] = wish
    let button = buttons[index]
    switch (wish.source, wish.isPlain) {
    case (.row, true): board.show("\(id)", in: button)
    case (.row, false): board.show("\(id)", in: button) { $0.clockFace }
    case (_, true): countdowns[id].show(in: button)
    case (_, false): countdowns[id].show(in: button) { $0.clockFace }
    }
  }

  /// Releases a countdown. A running one is retained by its timekeeper.
  private func letCountdownGo(_ id: Int) {
    let (duration, options) = (countdowns[id].duration, countdowns[id].options)
    let last: Reading
    switch countdowns[id].state {
    case .running: return
    case .idle, .finished: last = countdowns[id].reading
    case .paused: last = Countdown(duration, options: options, on: time.timekeeper).reading
    case .overtime: last = Countdown.started(.zero, on: time.timekeeper).reading
    }
    countdowns[id] = Countdown(.zero, on: time.timekeeper)
    // A countdown in a store is restored unchanged.
    countdowns[id] = makeCountdown(id, duration, options)
    replace(.countdown(id), by: .last(last))
  }

  /// Releases the board and creates another one. Some rows outlive the board.
  private func letBoardGo() {
    if !isKept { orphans += board.ids.compactMap { board[$0] } }
    board = CountdownBoard(on: time.timekeeper)
    if isKept { board = Self.keptBoard(in: store, on: time) }
    for id in 0..<3 { replace(.row(id), by: .noRow) }
  }

  private func replace(_ source: Source, by other: Source) {
    for index in labelWishes.indices where labelWishes[index].source == source {
      labelWishes[index].source = other
    }
    for index in buttonWishes.indices where buttonWishes[index].source == source {
      buttonWishes[index].source = other
    }
  }

  /// A view is removed, or shows nothing any more.
  private func comeAndGo(_ random: inout SeededGenerator) {
    let index = random.number(0...3)
    switch random.number(0...3) {
    case 0 where index < 3:
      labels[index].hideCountdown()
      labels[index].text = nil
      labelWishes[index] = Wish()
    case 1 where index < 3:
      labels[index] = UILabel()
      labelWishes[index] = Wish()
    case 2:
      buttons[index].hideCountdown()
      buttonWishes[index] = Wish()
    default:
      flashes -= buttons[index].flashes
      buttons[index] = button(index)
      flashes += buttons[index].flashes
      buttonWishes[index] = Wish()
    }
  }

  private func reading(_ source: Source) -> Reading? {
    switch source {
    case .nothing, .noRow: nil
    case .last(let reading): reading
    case .countdown(let id): countdowns[id].reading
    case .row(let id): board["\(id)"]?.reading
    }
  }

  private func audit() {
    for (label, wish) in zip(labels, labelWishes) {
      let reading = reading(wish.source)
      var text = reading.map { wish.isPlain ? $0.clockFace : "\($0.shown)" }
      // A row that does not exist shows zero.
      if reading == nil, wish.source != .nothing { text = wish.isPlain ? "0:00" : "0" }
      if reading?.state == .finished { text = wish.end ?? text }
      if label.text != text { fail("\(wish.source): \(label.text ?? "-"), not \(text ?? "-")") }
      let isUpdating = reading?.state == .running || reading?.state == .overtime
      let isMarked = label.accessibilityTraits.contains(.updatesFrequently)
      if isMarked != isUpdating { fail("\(wish.source): the trait") }
    }
    for (button, wish) in zip(buttons, buttonWishes) {
      let reading = reading(wish.source)
      let counts = reading?.state == .running || reading?.state == .paused
      let counting = reading.map { wish.isPlain ? "Resend (\($0.shown))" : $0.clockFace }
      let title = counts ? counting : "Resend"
      if button.shownTitle != title {
        fail("\(wish.source): \(button.shownTitle ?? "-"), not \(title ?? "-")")
      }
      if button.isEnabled == counts { fail("\(wish.source): enabled \(button.isEnabled)") }
      if button.needsLayout { fail("\(wish.source): not laid out") }
    }
    if buttons.map(\.flashes).reduce(0, +) != flashes { fail("it flashed") }
  }

  private func fail(_ text: String) { fault = fault ?? text }
}

@MainActor
@Suite("UIKit: labels and buttons with random events, compared with a plain model", .random)
struct ShownRandomTests {
  @Test("each view shows the reading of its latest countdown, exactly, and no button flashes")
  func random() {
    for run in 0..<UInt64(repetitions(2_000)) {
      let seed = SeededGenerator.seedOfThisRun &+ run
      var random = SeededGenerator(seed: seed)
      let world = ShownWorld(&random)
      for step in 0..<60 {
        world.act(&random)
        if let fault = world.fault {
          // With this seed, the failing run is the first one.
          Issue.record("step \(step), SANDGLASS_SEED=\(seed): \(fault)")
          return
        }
      }
    }
  }
}

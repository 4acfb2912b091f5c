import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassUIKit

/// An app, its link, and the system's background tasks, as one value: what the app believes, and what is so.
private struct Life: Hashable {
  var stage = ApplicationStage.active
  /// The stage that the system would report if it were asked.
  var truth = ApplicationStage.active
  var background = BackgroundState()
  /// Answers and events of background tasks that the system still owes.
  var owed: Owed?
  var tasks: Set<Int> = []
  var latestTask = 0

  enum Owed: Hashable { case begun, ended }

  static func == (one: Life, other: Life) -> Bool { one.key == other.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// What decides the future. Tasks are numbered from the latest one, so that equal futures are equal.
  private var key: String {
    let state = "\(background)".replacing(/number: \d+/, with: "")
    return
      "\(stage) \(truth) \(state) \(owed.map { "\($0)" } ?? "-") \(tasks.map { latestTask - $0 })"
  }
}

/// What can happen, in any order.
private enum Happening: Hashable {
  case report(ApplicationStage.Event, truth: ApplicationStage)
  case claim
  case release
  case answer(isGranted: Bool)
  case gaveBack
  case expires
}

/// Faults that the exploration must find.
private enum Fault: CaseIterable {
  /// A launch from a notification reports only that the app has become active.
  case ignoresBecomingActive
  /// Somebody posts that an active app has entered the background.
  case believesEveryBackground
  /// The background time is not given back when the app returns.
  case keepsTimeOnReturn
  /// The time is given back again when it expires.
  case endsTwiceOnExpiry
  /// A repeated report requests time again.
  case requestsAtEachReport
}

private struct Violation: Error { let text: String }

@Suite("UIKit: the stage of an app")
struct ApplicationStageTests {
  @Test(
    "every report, in every order: never away while active, and each background task ended once")
  func exploration() throws {
    let (states, transitions) = try explore(with: nil)
    #expect(states == 135)
    #expect(transitions == 1_761)
  }

  @Test("the exploration finds seeded faults", arguments: Fault.allCases)
  fileprivate func seeded(fault: Fault) {
    #expect(throws: Violation.self) { try explore(with: fault) }
  }

  /// Follows every happening from every state that can be reached. Returns the number of states and of transitions.
  private func explore(with fault: Fault?) throws -> (states: Int, transitions: Int) {
    var known: Set<Life> = []
    var waiting: [Life] = []
    for launched in ApplicationStage.allCases {
      var life = Life(truth: launched)
      switch launched {
      case .background: try life.report(.hasEnteredBackground, fault)
      case .inactive: try life.report(.resignsActive, fault)
      case .active: break
      }
      if known.insert(life).inserted { waiting.append(life) }
    }
    var transitions = 0
    while let life = waiting.popLast() {
      for happening in life.possible {
        var next = life
        try next.let(happening, fault)
        transitions += 1
        if known.insert(next).inserted { waiting.append(next) }
      }
    }
    return (known.count, transitions)
  }
}

extension Life {
  fileprivate var possible: [Happening] {
    var all: [Happening] = []
    for event in ApplicationStage.Event.allCases {
      // The system reports an event late or twice, so the truth may be anything, except after becoming active.
      let truths = event == .becomesActive ? [.active] : ApplicationStage.allCases
      all += truths.map { .report(event, truth: $0) }
    }
    if background.claims < 2 { all.append(.claim) }
    if background.claims > 0 { all.append(.release) }
    if owed == .begun { all += [.answer(isGranted: true), .answer(isGranted: false)] }
    if owed == .ended { all.append(.gaveBack) }
    if !tasks.isEmpty || owed == .begun { all.append(.expires) }
    return all
  }

  fileprivate mutating func `let`(_ happening: Happening, _ fault: Fault?) throws {
    switch happening {
    case .report(let event, let truth):
      self.truth = truth
      try report(event, fault)
    case .claim: try act(background.claimed())
    case .release: try act(background.released())
    case .answer(let isGranted):
      owed = nil
      if isGranted { tasks.insert(latestTask) }
      try act(background.begun(isGranted: isGranted))
    case .gaveBack:
      owed = nil
      try act(background.ended())
    case .expires:
      let action = background.expired(latestTask)
      try act(action)
      if fault == .endsTwiceOnExpiry, action == .end { try end() }
    }
    try check()
  }

  /// Does what an `ApplicationLink` does with a report.
  fileprivate mutating func report(_ event: ApplicationStage.Event, _ fault: Fault?) throws {
    let former = stage
    if fault != .ignoresBecomingActive || event != .becomesActive {
      stage.hear(event, isActive: truth == .active && fault != .believesEveryBackground)
    }
    let repeats = fault == .requestsAtEachReport && stage == .background
    switch (former == .background, stage == .background) {
    case (false, true): try act(background.leftFront())
    case (true, true) where repeats: try act(.begin(latestTask + 1))
    case (true, false) where fault != .keepsTimeOnReturn: try act(background.returnedToFront())
    default: break
    }
    if event == .becomesActive || (event == .hasEnteredBackground && truth == .active) {
      guard stage == .active else { throw Violation(text: "away while active: \(self)") }
    }
  }

  private mutating func act(_ action: BackgroundState.Action) throws {
    switch action {
    case .begin(let number):
      guard owed == nil, tasks.isEmpty else { throw Violation(text: "two tasks: \(self)") }
      owed = .begun
      latestTask = number
    case .end: try end()
    case .nothing: break
    }
  }

  private mutating func end() throws {
    guard tasks.remove(latestTask) != nil else { throw Violation(text: "ended twice: \(self)") }
    owed = .ended
  }

  private func check() throws {
    guard owed == nil else { return }
    if !tasks.isEmpty, stage != .background || background.claims == 0 {
      throw Violation(text: "a task that nobody needs: \(self)")
    }
  }
}

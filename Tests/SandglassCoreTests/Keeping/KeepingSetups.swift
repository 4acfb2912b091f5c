@testable import SandglassCore

/// The setups that are explored: the number of processes, their receivers, and what may happen.
enum KeepingSetups {
  private typealias Setup = KeepingWorld.Setup

  static let all: [KeepingWorld.Setup] = [
    Setup(
      name: "killed and frozen",
      budget: .init(operations: 1, seconds: 6, kills: 1, freezes: 1),
      receivers: [.all, .all], operations: [.start]),
    Setup(
      name: "operations of two",
      budget: .init(operations: 3, seconds: 5), receivers: [.all, .all],
      operations: [.start, .pause, .resume, .extend, .cancel]),
    Setup(
      name: "operations, killed and frozen, with updates in two steps",
      budget: .init(operations: 2, seconds: 5, kills: 1, freezes: 1),
      receivers: [.all, .all], splitsUpdates: true),
    Setup(
      name: "receivers come and go",
      budget: .init(operations: 2, seconds: 5, bindings: 3), receivers: [[], []],
      operations: [.start, .cancel], bindable: [.phaseEnds, .milestones, .finishes]),
    Setup(
      name: "receivers come and go, with updates in two steps",
      budget: .init(operations: 1, seconds: 4, bindings: 2),
      receivers: [.phaseEnds, .phaseEnds], operations: [.start], bindable: [.phaseEnds],
      splitsUpdates: true),
    Setup(
      name: "a lease is handed over, with updates in two steps",
      budget: .init(operations: 3, seconds: 2), receivers: [.phaseEnds, .phaseEnds],
      operations: [.start, .pause, .resume], splitsUpdates: true),
    Setup(
      name: "different receivers",
      budget: .init(operations: 2, seconds: 6, kills: 1), receivers: [.milestones, .finishes],
      operations: [.start, .pause, .resume]),
    Setup(
      name: "updates fail",
      budget: .init(operations: 2, seconds: 5, kills: 1, failures: 2),
      receivers: [.all, .all], operations: [.start, .extend, .pause]),
    Setup(
      name: "two callbacks for each event, updates fail, and take two steps",
      budget: .init(operations: 2, seconds: 4, kills: 1, failures: 2),
      receivers: [.all, .finishes], operations: [.start, .pause], splitsUpdates: true,
      callbacks: 2),
    Setup(
      name: "reboots and set clocks",
      budget: .init(operations: 2, seconds: 5, reboots: 1, settings: 1),
      receivers: [.all, .all], operations: [.start, .pause, .resume]),
    Setup(
      name: "two reboots",
      budget: .init(operations: 2, seconds: 6, kills: 1, reboots: 2, bindings: 1),
      receivers: [.all, []], operations: [.start, .pause, .extend]),
    Setup(
      name: "overtime",
      budget: .init(operations: 3, seconds: 7, kills: 1), receivers: [.all, .all],
      operations: [.start, .extend, .cancel], countsPastZero: true),
    Setup(
      name: "an extension is undone",
      budget: .init(operations: 3, seconds: 5), receivers: [.all, .all],
      operations: [.start, .extend, .undo]),
    Setup(
      name: "an extension is undone, in a pause, by killed processes",
      budget: .init(operations: 4, seconds: 3, kills: 1), receivers: [.all, .finishes],
      operations: [.start, .pause, .extend, .undo]),
    Setup(
      name: "a shortening is undone",
      budget: .init(operations: 4, seconds: 4), receivers: [.all, []],
      operations: [.start, .pause, .extend, .undo], addition: -1),
    // Between an extension and the next event, two processes can make the same call at different times.
    Setup(
      name: "pauses of two",
      budget: .init(operations: 4, seconds: 2), receivers: [.finishes, []],
      operations: [.start, .pause, .extend]),
    Setup(
      name: "an extension is undone in a pause that another process has not seen",
      budget: .init(operations: 4, seconds: 2), receivers: [[], .milestones],
      operations: [.start, .pause, .extend, .undo], addition: 1),
    Setup(
      name: "moved ends",
      budget: .init(operations: 3, seconds: 5, kills: 1), receivers: [.all, .all],
      operations: [.start, .pause, .moveEnd, .goOn]),
    Setup(
      name: "moved ends, with updates in two steps",
      budget: .init(operations: 3, seconds: 5, freezes: 1), receivers: [.all, .finishes],
      operations: [.start, .moveEnd, .goOn, .cancel], splitsUpdates: true),
    Setup(
      name: "moved ends, in overtime and after reboots",
      budget: .init(operations: 3, seconds: 7, reboots: 1), receivers: [.all, .all],
      operations: [.start, .moveEnd, .goOn], countsPastZero: true),
    Setup(
      name: "lives that cannot be seen",
      budget: .init(operations: 1, seconds: 10, kills: 1, freezes: 1),
      receivers: [.all, .all], operations: [.start], seesLives: false),
    Setup(
      name: "three processes",
      budget: .init(operations: 2, seconds: 5, kills: 1, freezes: 1),
      receivers: [.all, .milestones, .finishes], operations: [.start, .pause, .cancel]),
  ]
}

import SandglassCore

/// A countdown of the page.
struct PageCountdown {
  var machine: CountdownMachine
  var token: TimerQueue<Int32>.Token?

  /// The phases that JavaScript has added so far.
  var phases: [Phase] = []
}

nonisolated(unsafe) var countdowns = Slots<PageCountdown>()

/// Changes a countdown, and returns 1 if the change was possible, and otherwise 0.

private func change(
  _ index: Int32, at now: Double,
  _ operation: (inout CountdownMachine, Moment, (CountdownEvent) -> Void) -> Bool
) -> Int32 {
  let isChanged = operation(&countdowns[index].machine, Moment(milliseconds: now)) {
    events.append($0, of: index)
  }
  enqueue(index)
  return isChanged ? 1 : 0
}

private func enqueue(_ index: Int32) {
  let due = countdowns[index].machine.nextDueInNanoseconds(wantsMilestones: true)
  queue.replace(&countdowns[index].token, index, due)
}

func advanceCountdown(_ index: Int32, to now: Moment) {
  countdowns[index].token = nil
  countdowns[index].machine.advance(to: now) { events.append($0, of: index) }
  enqueue(index)
}

// MARK: - Making and removing

/// Makes a countdown.
///
/// - Parameters:
///   - duration: What the countdown counts down; negative counts as zero.
///   - unit: The unit of the displayed number, which must be positive.
///   - rounding: 0 for up, 1 for nearest, 2 for down.
///   - countsPastZero: Whether overtime is counted.
///   - tolerance: How late a tick may be; negative for the default.
///   - flipsTogether: Whether the number changes only at multiples of the unit since 1970.
/// - Returns: The index of the countdown.
@_expose(wasm, "countdown_create") @_cdecl("countdown_create")
func countdownCreate(
  duration: Double, unit: Double, rounding: Int32, countsPastZero: Int32, tolerance: Double,
  flipsTogether: Int32
) -> Int32 {
  var options = CountdownOptions(
    unit: Duration(milliseconds: unit),
    rounding: rounding == 0 ? .up : rounding == 1 ? .nearest : .down,
    countsPastZero: countsPastZero != 0,
    tolerance: tolerance < 0 ? nil : Duration(milliseconds: tolerance))
  if flipsTogether != 0 { options.pulse = .origin }
  let machine = CountdownMachine(Duration(milliseconds: duration), options: options)
  return countdowns.add(PageCountdown(machine: machine))
}

@_expose(wasm, "countdown_add_milestone") @_cdecl("countdown_add_milestone")
func countdownAddMilestone(_ index: Int32, milestone: Double, now: Double) {
  _ = change(index, at: now) { machine, now, report in
    let milestones = machine.options.milestones + [.remaining(Duration(milliseconds: milestone))]
    machine.setMilestones(milestones, at: now, report: report)
    return true
  }
}

@_expose(wasm, "countdown_add_phase") @_cdecl("countdown_add_phase")
func countdownAddPhase(_ index: Int32, duration: Double) {
  countdowns[index].phases.append(Phase("", Duration(milliseconds: duration)))
}

/// Makes the phases that were added the plan of the countdown.
@_expose(wasm, "countdown_set_rounds") @_cdecl("countdown_set_rounds")
func countdownSetRounds(_ index: Int32, rounds: Int32) {
  let plan = PhasePlan(countdowns[index].phases, rounds: Int(rounds))
  let options = countdowns[index].machine.options
  countdowns[index].machine = CountdownMachine(plan, options: options)
}

@_expose(wasm, "countdown_remove") @_cdecl("countdown_remove")
func countdownRemove(_ index: Int32) {
  queue.replace(&countdowns[index].token, index, nil)
  countdowns.remove(index)
}

// MARK: - Operations

/// Starts a countdown to a moment. It finishes at once if the moment has passed.
@_expose(wasm, "countdown_start_until") @_cdecl("countdown_start_until")
func countdownStartUntil(_ index: Int32, end: Double, now: Double) -> Int32 {
  change(index, at: now) { machine, now, report in
    machine.duration = Moment(milliseconds: end) - now
    return machine.start(at: now, report: report)
  }
}

/// The operations that need nothing but the moment. `operations` in `countdown.js` has the same cases.
private enum Operation: Int32 {
  case start, pause, resume, cancel, skip, back, stopOvertime
}

/// Performs an operation, by its number.
@_expose(wasm, "countdown_perform") @_cdecl("countdown_perform")
func countdownPerform(_ index: Int32, operation: Int32, now: Double) -> Int32 {
  change(index, at: now) { machine, now, report in
    switch Operation(rawValue: operation) {
    case .start: machine.start(at: now, report: report)
    case .pause: machine.pause(at: now, report: report)
    case .resume: machine.resume(at: now, report: report)
    case .cancel: machine.cancel(at: now, report: report)
    case .skip: machine.skip(at: now, report: report)
    case .back: machine.back(at: now, report: report)
    case .stopOvertime: machine.stopOvertime(at: now, report: report)
    case nil: false
    }
  }
}

@_expose(wasm, "countdown_extend") @_cdecl("countdown_extend")
func countdownExtend(_ index: Int32, duration: Double, now: Double) -> Int32 {
  change(index, at: now) { machine, now, report in
    machine.extend(by: Duration(milliseconds: duration), at: now, report: report)
  }
}

/// Moves the end of a run by what a better clock says. The total stays as it is.
@_expose(wasm, "countdown_correct") @_cdecl("countdown_correct")
func countdownCorrect(_ index: Int32, by duration: Double, now: Double) -> Int32 {
  change(index, at: now) { machine, now, report in
    machine.correct(by: Duration(milliseconds: duration), at: now, report: report)
  }
}

/// Starts or stops the ticks.
@_expose(wasm, "countdown_watch") @_cdecl("countdown_watch")
func countdownWatch(_ index: Int32, isWatched: Int32, now: Double) {
  _ = change(index, at: now) { machine, now, report in
    machine.watch(isWatched != 0, at: now, report: report)
    return true
  }
}

/// Appends the current reading to the events.
@_expose(wasm, "countdown_read") @_cdecl("countdown_read")
func countdownRead(_ index: Int32, now: Double) {
  let reading = countdowns[index].machine.reading(at: Moment(milliseconds: now))
  events.append(.reading, index, reading)
}

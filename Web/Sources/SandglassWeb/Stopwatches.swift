import SandglassCore

/// A stopwatch of the page.
struct PageStopwatch {
  var machine: StopwatchMachine
  var token: TimerQueue<Int32>.Token?
}

nonisolated(unsafe) var stopwatches = Slots<PageStopwatch>()

/// Changes a stopwatch, appends its reading if the change was possible, and returns 1 in that case and otherwise 0.
private func change(
  _ index: Int32, at now: Double, _ operation: (inout StopwatchMachine, Moment) -> Bool
) -> Int32 {
  let now = Moment(milliseconds: now)
  guard operation(&stopwatches[index].machine, now) else { return 0 }
  events.append(stopwatches[index].machine.report(at: now), of: index)
  enqueue(index)
  return 1
}

private func enqueue(_ index: Int32) {
  let due = stopwatches[index].machine.nextDueInNanoseconds
  queue.replace(&stopwatches[index].token, ~index, due)
}

func advanceStopwatch(_ index: Int32, to now: Moment) {
  stopwatches[index].token = nil
  if let reading = stopwatches[index].machine.advance(to: now) {
    events.append(reading, of: index)
  }
  enqueue(index)
}

/// Returns the index of a new stopwatch, whose unit must be positive.
@_expose(wasm, "stopwatch_create") @_cdecl("stopwatch_create")
func stopwatchCreate(unit: Double) -> Int32 {
  let machine = StopwatchMachine(unit: Duration(milliseconds: unit))
  return stopwatches.add(PageStopwatch(machine: machine))
}

@_expose(wasm, "stopwatch_remove") @_cdecl("stopwatch_remove")
func stopwatchRemove(_ index: Int32) {
  queue.replace(&stopwatches[index].token, ~index, nil)
  stopwatches.remove(index)
}

@_expose(wasm, "stopwatch_start") @_cdecl("stopwatch_start")
func stopwatchStart(_ index: Int32, now: Double) -> Int32 {
  change(index, at: now) { machine, now in machine.start(at: now) }
}

@_expose(wasm, "stopwatch_stop") @_cdecl("stopwatch_stop")
func stopwatchStop(_ index: Int32, now: Double) -> Int32 {
  change(index, at: now) { machine, now in machine.stop(at: now) }
}

@_expose(wasm, "stopwatch_lap") @_cdecl("stopwatch_lap")
func stopwatchLap(_ index: Int32, now: Double) -> Int32 {
  change(index, at: now) { machine, now in machine.lap(at: now) }
}

@_expose(wasm, "stopwatch_reset") @_cdecl("stopwatch_reset")
func stopwatchReset(_ index: Int32, now: Double) -> Int32 {
  change(index, at: now) { machine, now in machine.reset(at: now) }
}

/// Starts or stops the ticks.
@_expose(wasm, "stopwatch_watch") @_cdecl("stopwatch_watch")
func stopwatchWatch(_ index: Int32, isWatched: Int32, now: Double) {
  stopwatches[index].machine.watch(isWatched != 0, at: Moment(milliseconds: now))
  enqueue(index)
}

/// Appends the current reading to the events.
@_expose(wasm, "stopwatch_read") @_cdecl("stopwatch_read")
func stopwatchRead(_ index: Int32, now: Double) {
  events.append(stopwatches[index].machine.reading(at: Moment(milliseconds: now)), of: index)
}

/// Returns the exact duration of a finished lap, and its displayed time, in milliseconds.
@_expose(wasm, "stopwatch_lap_duration") @_cdecl("stopwatch_lap_duration")
func stopwatchLapDuration(_ index: Int32, lap: Int32) -> Double {
  stopwatches[index].machine.laps[Int(lap)].duration.milliseconds
}

@_expose(wasm, "stopwatch_lap_shown") @_cdecl("stopwatch_lap_shown")
func stopwatchLapShown(_ index: Int32, lap: Int32) -> Double {
  stopwatches[index].machine.laps[Int(lap)].shownTime.milliseconds
}

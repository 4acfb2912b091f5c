import Sandglass

extension Run {
  func press(_ key: Key) {
    let step = options.step
    switch key {
    case .pause: pauseOrResume()
    case .more: change { $0.extend(by: step) }
    case .less: change { $0.shorten(by: step) }
    case .skip: change { $0.skip() }
    case .back: change { $0.back() }
    case .up: select { $0.up(in: $1) }
    case .down: select { $0.down(in: $1) }
    case .row(let number):
      // A row that has ended, too: if the former one stayed selected, keys would act on the wrong row.
      select { selection, _ in selection.choose(number, in: Array(countdowns.indices)) }
    case .all: select { selection, _ in selection.chooseAll() }
    case .undo: for (index, undo) in history.takeLatest() { countdowns[index].undo(undo) }
    case .help: display.toggleHelp()
    case .detach: detachByKey()
    case .cancel: cancel(Signal.interrupt)
    // Only a stopwatch has laps, and is reset.
    case .lap, .reset: break
    }
  }

  private func pauseOrResume() {
    if selected.contains(where: { countdowns[$0].isRunning }) {
      change { $0.pause() }
    } else {
      change { $0.resume() }
    }
  }

  private var selected: [Int] { countdowns.indices.filter(selection.contains) }

  /// Changes the selected countdowns, and notes what undoes that.
  private func change(_ body: (RunningCountdown) -> Undo?) {
    var undos: [Int: Undo] = [:]
    for index in selected { undos[index] = body(countdowns[index]) }
    history.note(undos)
  }

  private func select(_ body: (inout Selection, [Int]) -> Void) {
    guard countdowns.count > 1 else { return }
    body(&selection, countdowns.indices.filter { !countdowns[$0].hasEnded })
    display.show(selection)
  }
}

import Sandglass
import SandglassCore
import SandglassLedger

extension Run {
  func press(_ key: Key) {
    let step = options.step
    switch key {
    case .pause: pauseOrResume()
    case .more: change(by: .extend(by: step))
    case .less: change(by: .shorten(by: step))
    case .skip: change(by: .skip)
    case .back: change(by: .back)
    case .up: select { $0.up(in: $1) }
    case .down: select { $0.down(in: $1) }
    case .row(let number):
      // A row that has ended, too: if the former one stayed selected, keys would act on the wrong row.
      select { selection, _ in selection.choose(number, in: Array(countdowns.indices)) }
    case .all: select { selection, _ in selection.chooseAll() }
    case .undo: for (index, change) in history.takeLatest() { countdowns[index].undo(change) }
    case .help: display.toggleHelp()
    case .detach: detachByKey()
    case .cancel: cancel(Signal.interrupt)
    // Only a stopwatch has laps, and is reset.
    case .lap, .reset: break
    }
  }

  private func pauseOrResume() {
    change(by: selected.contains { countdowns[$0].isRunning } ? .pause : .resume())
  }

  private var selected: [Int] { countdowns.indices.filter(selection.contains) }

  /// Changes the selected countdowns, and notes what undoes that.
  private func change(by operation: CountdownOperation) {
    var changes: [Int: RunChange] = [:]
    for index in selected { changes[index] = countdowns[index].perform(operation) }
    history.note(changes)
  }

  private func select(_ body: (inout Selection, [Int]) -> Void) {
    guard countdowns.count > 1 else { return }
    body(&selection, countdowns.indices.filter { !countdowns[$0].hasEnded })
    display.show(selection)
  }
}

// swift-format-ignore-file
// Mistakes in closures. The compiler's first error for a marked line contains the marked words.

import Dispatch
import Sandglass

@MainActor final class Screen {
  var clock = ""
  var bar = 0.0
  func refresh() {}
  func save() throws {}
  func load() async {}

  func ticks(of tea: Countdown) {
    tea.onTick(with: self) { screen, reading in screen.label = reading.clockFace }  // error: value of type 'Screen' has no member 'label'
    tea.onTick(with: self) { screen, reading in screen.clock = reading.text }  // error: value of type 'Reading' has no member 'text'
    tea.onTick(with: self) { screen, reading in screen.clock = reading.shown }  // error: cannot assign value of type 'Int' to type 'String'
    tea.onTick(with: self) { screen in screen.refresh() }  // error: expects 2 arguments, but 1 was used
    tea.onTick(with: self) { screen, reading in
      let face = reading.clockFace
      screen.bar = reading.fraction  // error: value of type 'Reading' has no member 'fraction'
      screen.clock = face
    }
    tea.onTick(with: self) { screen, reading in
      if reading.remaining < 10 {  // error: '<' cannot be applied to operands of type 'Duration' and 'Int'
        screen.refresh()
      }
      screen.clock = reading.clockFace
    }
    tea.onTick(with: self) { screen, reading in
      screen.clock = reading.clockFace
      screen.reload()  // error: value of type 'Screen' has no member 'reload'
    }
  }

  func events(of tea: Countdown) {
    tea.onFinish(with: self) { screen, _ in screen.finish() }  // error: value of type 'Screen' has no member 'finish'
    tea.onFinish(with: self) { screen in screen.refresh() }  // error: expects 2 arguments, but 1 was used
    tea.onEnd(with: self) { screen, end in screen.clock = "\(end.reason)" }  // error: value of type 'CountdownEnd' has no member 'reason'
    tea.onEnd(with: self) { screen, end in
      if end.outcome == .done { screen.refresh() }  // error: type 'CountdownEnd.Outcome' has no member 'done'
    }
    tea.onPhaseEnd(with: self) { screen, end in screen.clock = end.name }  // error: value of type 'PhaseEnd' has no member 'name'
    tea.onMilestone(with: self) { screen, reached in screen.clock = reached.remaining }  // error: cannot assign value of type 'Duration' to type 'String'
    tea.onChange(with: self) { screen, change in screen.state = change }  // error: value of type 'Screen' has no member 'state'
    tea.show(in: self) { screen, reading in screen.text = reading.clockFace }  // error: value of type 'Screen' has no member 'text'
  }

  func rows(of board: CountdownBoard<String>) {
    board.show("eggs", in: self) { cell, reading in cell.text = reading.clockFace }  // error: value of type 'Screen' has no member 'text'
    board.onFinish(with: self) { screen, ids in screen.clock = ids }  // error: cannot assign value of type '[String]' to type 'String'
  }

  func timers() {
    _ = RepeatingTimer(every: .seconds(1), with: self) { screen, _ in screen.label = "" }  // error: value of type 'Screen' has no member 'label'
    _ = OneShotTimer(after: .seconds(1), with: self) { screen, _ in screen.hide() }  // error: value of type 'Screen' has no member 'hide'
    _ = RepeatingTimer(every: .seconds(1), with: self) { screen in screen.refresh() }  // error: expects 2 arguments, but 1 was used
    _ = RepeatingTimer(every: .seconds(1)) { print("tick") }  // error: contextual type for closure argument list expects 1 argument, which cannot be implicitly ignored
    _ = Debouncer(for: .seconds(1), with: self) { (screen, text: String) in screen.search(text) }  // error: value of type 'Screen' has no member 'search'
  }

  func effects(tea: Countdown) {
    tea.onFinish(with: self) { screen, _ in screen.save() }  // error: call can throw, but it is not marked with 'try'
    tea.onFinish(with: self) { screen, _ in try screen.save() }  // error: invalid conversion from throwing function
    tea.onFinish(with: self) { screen, _ in await screen.load() }  // error: cannot pass function of type '@Sendable (Screen, CountdownEnd) async -> Void'
  }

  func isolation(tea: Countdown, worker: Worker, queue: DispatchQueue) {
    tea.onTick(with: worker, queue: queue) { worker, reading in worker.face = reading.clockFace }  // error: value of type 'Worker' has no member 'face'
    tea.onTick(with: worker, queue: queue) { worker, reading in self.refresh() }  // error: call to main actor-isolated instance method 'refresh()'
    tea.onTick(with: worker, queue: queue) { worker, reading in self.clock = "" }  // error: main actor-isolated property 'clock' can not be mutated
    _ = RepeatingTimer(every: .seconds(1), queue: queue) { _ in self.refresh() }  // error: call to main actor-isolated instance method 'refresh()'
  }
}

final class Worker: Sendable {}

import Sandglass
import SandglassTesting
import Testing

@Suite("TimerHandler: objects that are called instead of closures, in virtual time")
struct TimerHandlerTests {
  let time = VirtualTime()
  let notes = TimerNotes<String>()

  private var timekeeper: Timekeeper { time.timekeeper }

  private func note(_ text: String) -> @Sendable (Moment) -> Void {
    { [notes] _ in notes.note(text) }
  }

  @Test("an object is called like a closure, in the same order, and is kept no longer than that")
  func handlers() {
    weak var kept: Handler?
    let call: ScheduledCall
    do {
      let handler = Handler(notes)
      kept = handler
      timekeeper.schedule(at: time.now + .seconds(1), note("before"))
      timekeeper.schedule(at: time.now + .seconds(1), calling: handler)
      timekeeper.schedule(at: time.now + .seconds(1), note("after"))
      call = timekeeper.schedule(at: time.now + .seconds(3), calling: handler)
    }
    #expect(kept != nil)
    time.advance(by: .seconds(1))
    #expect(notes.values == ["before", "handler", "after"])
    #expect(timekeeper.reschedule(call, to: time.now + .seconds(1)))
    #expect(timekeeper.cancel(call))
    #expect(kept == nil)
    time.advance(by: .seconds(10))
    #expect(notes.values.count == 3)
  }
}

private final class Handler: TimerHandler {
  private let notes: TimerNotes<String>

  init(_ notes: TimerNotes<String>) {
    self.notes = notes
  }

  func timerIsDue(at now: Moment) {
    notes.note("handler")
  }
}

import SandglassCore
import Testing

@testable import Sandglass

@Suite("Untold events, as a value")
struct UntoldEventsListTests {
  private let reading = Reading(state: .running, remaining: 0, total: 0, options: .standard)

  private var milestone: CountdownEvent { .milestone(.seconds(30), reading) }

  private func phaseEnd(_ index: Int) -> CountdownEvent {
    var machine = CountdownMachine(PhasePlan([Phase("A", .seconds(1))], rounds: 9))
    var ends: [CountdownEvent] = []
    _ = machine.start(at: .origin) { _ in }
    machine.advance(to: .origin + .seconds(9)) { if case .phaseEnd = $0 { ends.append($0) } }
    return ends[index]
  }

  @Test("each kind is told of each event once, also when others are added later")
  func once() {
    var events = UntoldEvents()
    events.set([milestone])
    let first = events.take(.milestone)
    events.append(phaseEnd(0))
    let second = events.take(.milestone)
    #expect((first.count, second.count) == (1, 0))
    let (phases, changes, more) = (
      events.take(.phase), events.take(.change), events.take(.change)
    )
    #expect((phases.count, changes.count, more.count) == (1, 2, 0))
    #expect(events.phaseEnds.count == 1)
  }

  @Test("a report counts for what its kind has taken, and not for what came later")
  func reports() {
    var events = UntoldEvents()
    events.append(phaseEnd(0))
    _ = events.take(.phase)
    let number = events.number
    events.append(phaseEnd(1))
    let ofAnother = events.report(number, by: .change, isHandled: true)
    let ofItsOwn = events.report(number, by: .phase, isHandled: true)
    #expect((ofAnother, ofItsOwn) == (false, true))
    #expect(events.phaseEnds.map(\.index) == [1])
    let again = events.report(number, by: .phase, isHandled: true)
    #expect(!again)
    #expect(events.hasPhaseEnd(for: .phase))
    #expect(!events.hasPhaseEnd(for: .milestone))
  }

  @Test("what an owner that is gone has not received goes to the next one")
  func goneOwner() {
    var events = UntoldEvents()
    events.append(phaseEnd(0))
    _ = events.take(.phase)
    let isRecordChanged = events.report(events.number, by: .phase, isHandled: false)
    #expect(!isRecordChanged)
    let next = events.take(.phase)
    #expect(next.count == 1)
  }

  @Test("a report on events that were replaced has no effect")
  func replaced() {
    var events = UntoldEvents()
    events.append(phaseEnd(0))
    _ = events.take(.phase)
    let number = events.number
    events.set([phaseEnd(1)])
    _ = events.take(.phase)
    let isRecordChanged = events.report(number, by: .phase, isHandled: true)
    #expect(!isRecordChanged)
    #expect(events.phaseEnds.count == 1)
    events.set([milestone, phaseEnd(2)])
    events.removeMilestones()
    let changes = events.take(.change)
    #expect(changes.count == 1)
  }
}

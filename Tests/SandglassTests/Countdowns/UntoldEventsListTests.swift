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

  @Test("a report counts for one event, and only the first that handles it")
  func reports() {
    var events = UntoldEvents()
    events.append(phaseEnd(0))
    events.append(phaseEnd(1))
    let taken = events.take(.phase)
    #expect(taken.count == 2)
    let first = events.report(taken[0].number, by: .phase, isHandled: true)
    #expect(first)
    #expect(events.phaseEnds.map(\.index) == [1])
    let again = events.report(taken[0].number, by: .change, isHandled: true)
    #expect(!again)
    #expect(!events.hasPhaseEnd(for: .phase))
    #expect(events.hasPhaseEnd(for: .change))
    #expect(!events.hasPhaseEnd(for: .milestone))
  }

  @Test("what an owner that is gone has not received goes to the next one, unless another has it")
  func goneOwner() {
    var events = UntoldEvents()
    events.append(phaseEnd(0))
    let number = events.take(.phase)[0].number
    let isRecordChanged = events.report(number, by: .phase, isHandled: false)
    #expect(!isRecordChanged)
    let next = events.take(.phase)
    #expect(next.count == 1)
    // Of two closures, the owner of the first is gone.
    _ = events.report(number, by: .phase, isHandled: false)
    let isHandled = events.report(number, by: .phase, isHandled: true)
    #expect(isHandled)
    #expect(events.phaseEnds.isEmpty)
  }

  @Test("a report on an event that was replaced has no effect")
  func replaced() {
    var events = UntoldEvents()
    events.append(phaseEnd(0))
    let number = events.take(.phase)[0].number
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

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
    #expect(events.take(.milestone).count == 1)
    events.append(phaseEnd(0))
    #expect(events.take(.milestone).isEmpty)
    #expect(events.take(.phase).count == 1)
    #expect(events.take(.change).count == 2)
    #expect(events.take(.change).isEmpty)
    #expect(events.phaseEnds.count == 1)
  }

  @Test("a report counts for what its kind has taken, and not for what came later")
  func reports() {
    var events = UntoldEvents()
    events.append(phaseEnd(0))
    _ = events.take(.phase)
    let number = events.number
    events.append(phaseEnd(1))
    #expect(!events.report(number, by: .change, isHandled: true))
    #expect(events.report(number, by: .phase, isHandled: true))
    #expect(events.phaseEnds.map(\.index) == [1])
    #expect(!events.report(number, by: .phase, isHandled: true))
    #expect(events.hasPhaseEnd(for: .phase))
    #expect(!events.hasPhaseEnd(for: .milestone))
  }

  @Test("what an owner that is gone has not received goes to the next one")
  func goneOwner() {
    var events = UntoldEvents()
    events.append(phaseEnd(0))
    _ = events.take(.phase)
    #expect(!events.report(events.number, by: .phase, isHandled: false))
    #expect(events.take(.phase).count == 1)
  }

  @Test("a report on events that were replaced has no effect")
  func replaced() {
    var events = UntoldEvents()
    events.append(phaseEnd(0))
    _ = events.take(.phase)
    let number = events.number
    events.set([phaseEnd(1)])
    _ = events.take(.phase)
    #expect(!events.report(number, by: .phase, isHandled: true))
    #expect(events.phaseEnds.count == 1)
    events.set([milestone, phaseEnd(2)])
    events.removeMilestones()
    #expect(events.take(.change).count == 1)
  }
}

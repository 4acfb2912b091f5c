import Dispatch
import SandglassTesting
import Testing

@testable import Sandglass

@Suite("BindingState: events")
struct BindingStateTests {
  private enum Event: CaseIterable {
    case last, removed, replaced, stale, reading, overtaken, moved
  }

  private static let longest = 5

  private let time = VirtualTime()
  private let successor: CountdownBinding
  private let places: [Outbox.Place]

  init() {
    successor = CountdownBinding(
      .tick, owner: ObjectIdentifier(time.timekeeper), queue: .main, timekeeper: time.timekeeper
    ) { _ in false }
    var outbox = Outbox(batch: 1)
    places = (0..<Self.longest).map { _ in outbox.add(.call {}) }
  }

  @Test("after any five events, the state is what the list of events says")
  func histories() {
    check(BindingState(), after: [])
  }

  private func check(_ state: BindingState, after history: [Event]) {
    expect(state, after: history)
    guard history.count < Self.longest else { return }
    for event in Event.allCases {
      var next = state
      apply(event, to: &next, at: places[history.count])
      check(next, after: history + [event])
    }
  }

  private func apply(_ event: Event, to state: inout BindingState, at place: Outbox.Place) {
    switch event {
    case .last:
      let version = state.isReceiving ? state.version : nil
      #expect(state.sendLast() == version)
    case .removed: state.end(successor: nil)
    case .replaced: state.end(successor: successor)
    case .stale: state.makeStale()
    case .reading: state.noteReading(at: place)
    case .overtaken: state.noteOvertaken()
    case .moved: state.noteMoved(to: place)
    }
  }

  private func expect(_ state: BindingState, after history: [Event]) {
    let end = history.first { $0 == .removed || $0 == .replaced }
    #expect(state.isActive == (end == nil), "\(history)")
    #expect(state.isReceiving == (end == nil && !history.contains(.last)), "\(history)")
    if case .ended(let heir) = state.life {
      #expect((heir === successor) == (end == .replaced), "\(history)")
    }
    let stale = history.prefix { $0 != .last && $0 != end }.count { $0 == .stale }
    #expect(state.version == stale + (end == nil ? 0 : 1), "\(history)")
    #expect(state.latestReading == latestReading(after: history), "\(history)")
  }

  private func latestReading(after history: [Event]) -> BindingState.LatestReading {
    guard let sent = history.lastIndex(of: .reading) else { return .none }
    let place = places[history.lastIndex(of: .moved).map { max($0, sent) } ?? sent]
    return history[sent...].contains(.overtaken) ? .overtaken(place) : .newest(place)
  }
}

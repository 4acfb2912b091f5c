import SandglassTestSupport
import Testing

@testable import Sandglass

@Suite("Law 12: who tells the finish of a kept countdown, until somebody has handled it")
struct RecordOwnershipTests {
  private let end = CountdownEnd(.finished, at: .origin)

  private enum Event: CaseIterable {
    case start, findLasting, findEnded, claim, write, lose, leaveToAnother, finishSurely,
      finishLate, settle
    case handled, gone, forget, discard, remove
  }

  /// What each event makes of each state; a dash where it changes nothing.
  ///
  /// The states are removed, unowned, owned, ended, being told, handled.
  private static let table: [(Event, String)] = [
    (.start, "owned owned owned owned owned owned"),
    (.findLasting, "unowned unowned unowned unowned unowned unowned"),
    (.findEnded, "ended ended ended ended ended ended"),
    (.claim, "- owned - beingTold - -"),
    (.write, "- owned - - - -"),
    (.lose, "- - unowned - - -"),
    (.leaveToAnother, "- - - removed - -"),
    (.finishSurely, "beingTold ended beingTold beingTold beingTold beingTold"),
    (.finishLate, "beingTold ended ended beingTold beingTold beingTold"),
    (.settle, "- - - - ended -"),
    (.handled, "- - - - handled -"),
    (.gone, "- - - - ended -"),
    (.forget, "- handled handled handled handled -"),
    (.discard, "handled handled handled handled handled -"),
    (.remove, "- - - - - removed"),
  ]

  @Test("every event in every state")
  func table() {
    #expect(Self.table.map(\.0) == Event.allCases)
    for (event, row) in Self.table {
      let wanted = row.split(separator: " ").map(String.init)
      for (made, wanted) in zip(all(), wanted) {
        var (name, ownership) = made
        apply(event, to: &ownership)
        let now = Self.name(ownership.state)
        #expect(now == (wanted == "-" ? name : wanted), "\(event) in \(name)")
        name = now
        #expect(ownership.isClaimed == ["owned", "beingTold"].contains(name))
        #expect(ownership.wantsClaim == ["unowned", "ended"].contains(name))
        #expect((ownership.unhandled != nil) == ["ended", "beingTold"].contains(name))
      }
    }
  }

  @Test("only who has claimed the record tells: now if the claim is sure, else once it is")
  func arrivals() {
    let answers = all().map { _, made in
      [true, false].map { isClaimSure in
        var ownership = made
        return ownership.finish(end, isClaimSure: isClaimSure)
      }
    }
    let arrivals: [[RecordOwnership.Arrival]] = [
      [.tell, .tell], [.claim, .claim], [.tell, .claim], [.tell, .tell], [.tell, .tell],
      [.tell, .tell],
    ]
    #expect(answers == arrivals)
    var ownership = RecordOwnership()
    ownership.find(unhandled: end)
    #expect(ownership.take(.end) == nil, "nobody is told before the record is claimed")
    ownership.claim()
    #expect(ownership.take(.end) == end)
    #expect(ownership.leaveToAnother() == nil, "what this process tells it leaves to nobody")
    ownership.find(unhandled: end)
    #expect(ownership.leaveToAnother() == end)
  }

  /// One in each state.
  private func all() -> [(String, RecordOwnership)] {
    let events: [[Event]] = [
      [], [.findLasting], [.start], [.findEnded], [.start, .finishSurely],
      [.start, .finishSurely, .handled],
    ]
    return events.map { events in
      var ownership = RecordOwnership()
      for event in events { apply(event, to: &ownership) }
      return (Self.name(ownership.state), ownership)
    }
  }

  private func apply(_ event: Event, to ownership: inout RecordOwnership) {
    switch event {
    case .start: ownership.start()
    case .findLasting: ownership.find(unhandled: nil)
    case .findEnded: ownership.find(unhandled: end)
    case .claim: ownership.claim()
    case .write: ownership.write(isClaimed: true)
    case .lose: ownership.lose()
    case .leaveToAnother: _ = ownership.leaveToAnother()
    case .finishSurely: _ = ownership.finish(end, isClaimSure: true)
    case .finishLate: _ = ownership.finish(end, isClaimSure: false)
    case .settle: _ = ownership.settle()
    case .handled:
      ownership.begin(ownership.number)
      _ = ownership.report(ownership.number, isHandled: true)
    case .gone:
      ownership.begin(ownership.number)
      _ = ownership.report(ownership.number, isHandled: false)
    case .forget: ownership.forget()
    case .discard: ownership.discard()
    case .remove: ownership.remove()
    }
  }

  private static func name(_ state: RecordOwnership.State) -> String {
    switch state {
    case .removed: "removed"
    case .unowned: "unowned"
    case .owned: "owned"
    case .ended: "ended"
    case .beingTold: "beingTold"
    case .handled: "handled"
    }
  }

  @Test("nobody there: it is unheard, and told once to each kind")
  func nobody() {
    var ownership = RecordOwnership()
    let early = ownership.take(.finish)
    #expect(ownership.unhandled == nil && early == nil)
    come(&ownership)
    let isUnheard = ownership.settle()
    #expect(isUnheard && ownership.unhandled == end && !ownership.isBeingTold)
    #expect(!ownership.isClaimed && ownership.take(.end) == nil, "another process may tell it")
    ownership.claim()
    let kinds: [CountdownBinding.Kind] = [.tick, .finish, .finish, .end, .end]
    let taken = kinds.map { ownership.take($0) }
    #expect(taken == [nil, end, nil, end, nil])
  }

  /// A start, and its finish.
  private func come(_ ownership: inout RecordOwnership) {
    ownership.start()
    _ = ownership.finish(end, isClaimSure: true)
  }

  @Test("told to several: it is handled by the first who was there, and unheard only if nobody was")
  func several() {
    for handlers in 0..<8 {
      var ownership = RecordOwnership()
      come(&ownership)
      let number = ownership.number
      for _ in 0..<3 { ownership.begin(number) }
      let isUnheard = ownership.settle()
      #expect(!isUnheard && ownership.isBeingTold)
      let answers = (0..<3).map { handlers >> $0 & 1 == 1 }
      let outcomes = answers.map { ownership.report(number, isHandled: $0) }
      #expect(outcomes.count { $0 == .handled } == (handlers == 0 ? 0 : 1))
      #expect(outcomes.contains(.unheard) == (handlers == 0))
      #expect((ownership.unhandled == nil) == (handlers != 0))
      ownership.claim()
      let taken = ownership.take(.end)
      #expect((taken == nil) == (handlers != 0))
      #expect(!ownership.isBeingTold)
    }
  }

  @Test("reports on an earlier start come to nothing")
  func earlier() {
    var ownership = RecordOwnership()
    come(&ownership)
    let earlier = ownership.number
    ownership.begin(earlier)
    ownership.forget()
    #expect(ownership.unhandled == nil && !ownership.isBeingTold)
    come(&ownership)
    ownership.begin(ownership.number)
    let late = [true, false].map { ownership.report(earlier, isHandled: $0) }
    #expect(late == [.nothing, .nothing])
    #expect(ownership.unhandled == end && ownership.isBeingTold)
    let present = ownership.report(ownership.number, isHandled: true)
    #expect(present == .handled)
  }

  @Test(
    "random histories: handled once, unheard only where all were gone, told once to each kind",
    .random)
  func random() {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(seed: seed)
    for _ in 0..<repetitions(100_000) {
      var ownership = RecordOwnership()
      come(&ownership)
      let number = ownership.number
      var (underWay, isHandled, isSettled) = (0, false, false)
      var armed: Set<CountdownBinding.Kind> = []
      for _ in 0..<random.number(1...20) {
        switch random.number(0...3) {
        case 0 where !isSettled || !isHandled:
          ownership.begin(number)
          underWay += 1
        case 1 where underWay > 0:
          let answer = random.once(in: 3)
          let outcome = ownership.report(number, isHandled: answer)
          underWay -= 1
          let isUnheard = !answer && !isHandled && underWay == 0
          #expect((outcome == .handled) == (answer && !isHandled), "SANDGLASS_SEED=\(seed)")
          #expect((outcome == .unheard) == isUnheard, "SANDGLASS_SEED=\(seed)")
          if isUnheard {
            ownership.claim()
            armed = [.finish, .end]
          }
          isHandled = isHandled || answer
        case 2:
          isSettled = true
          if ownership.settle() {
            ownership.claim()
            armed = [.finish, .end]
          }
          #expect(isHandled || underWay > 0 || armed == [.finish, .end], "SANDGLASS_SEED=\(seed)")
        default:
          let kind: CountdownBinding.Kind = random.once(in: 2) ? .finish : .end
          let (taken, wasArmed) = (ownership.take(kind) != nil, armed.remove(kind) != nil)
          #expect(taken == wasArmed, "SANDGLASS_SEED=\(seed)")
        }
        #expect((ownership.unhandled == nil) == isHandled, "SANDGLASS_SEED=\(seed)")
        #expect(ownership.isBeingTold == (underWay > 0), "SANDGLASS_SEED=\(seed)")
      }
    }
  }
}

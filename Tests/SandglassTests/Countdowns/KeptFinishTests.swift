import SandglassTestSupport
import Testing

@testable import Sandglass

@Suite("Law 12: the finish of a kept countdown, until somebody has handled it")
struct KeptFinishTests {
  private let end = CountdownEnd(.finished, at: .origin)

  @Test("nobody there: it is unheard, and told once to each kind")
  func nobody() {
    var finish = KeptFinish()
    let early = finish.take(.finish)
    #expect(finish.unhandled == nil && early == nil)
    finish.come(end)
    let isUnheard = finish.settle()
    #expect(isUnheard && finish.unhandled == end && !finish.isBeingTold)
    let kinds: [CountdownBinding.Kind] = [.tick, .finish, .finish, .end, .end]
    let taken = kinds.map { finish.take($0) }
    #expect(taken == [nil, end, nil, end, nil])
  }

  @Test("told to several: it is handled by the first who was there, and unheard only if nobody was")
  func several() {
    for handlers in 0..<8 {
      var finish = KeptFinish()
      finish.come(end)
      let number = finish.number
      for _ in 0..<3 { finish.begin(number) }
      let isUnheard = finish.settle()
      #expect(!isUnheard && finish.isBeingTold)
      let answers = (0..<3).map { handlers >> $0 & 1 == 1 }
      let outcomes = answers.map { finish.report(number, isHandled: $0) }
      #expect(outcomes.count { $0 == .handled } == (handlers == 0 ? 0 : 1))
      #expect(outcomes.contains(.unheard) == (handlers == 0))
      #expect((finish.unhandled == nil) == (handlers != 0))
      let taken = finish.take(.end)
      #expect((taken == nil) == (handlers != 0))
      #expect(!finish.isBeingTold)
    }
  }

  @Test("reports on an earlier start come to nothing")
  func earlier() {
    var finish = KeptFinish()
    finish.come(end)
    let earlier = finish.number
    finish.begin(earlier)
    finish.forget()
    #expect(finish.unhandled == nil && !finish.isBeingTold)
    finish.come(end)
    finish.begin(finish.number)
    let late = [true, false].map { finish.report(earlier, isHandled: $0) }
    #expect(late == [.nothing, .nothing])
    #expect(finish.unhandled == end && finish.isBeingTold)
    let present = finish.report(finish.number, isHandled: true)
    #expect(present == .handled)
  }

  @Test("random histories: handled once, unheard only where all were gone, told once to each kind")
  func random() {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(seed: seed)
    for _ in 0..<repetitions(100_000) {
      var finish = KeptFinish()
      finish.come(end)
      let number = finish.number
      var (underWay, isHandled, isSettled) = (0, false, false)
      var armed: Set<CountdownBinding.Kind> = []
      for _ in 0..<random.number(1...20) {
        switch random.number(0...3) {
        case 0 where !isSettled || !isHandled:
          finish.begin(number)
          underWay += 1
        case 1 where underWay > 0:
          let answer = random.once(in: 3)
          let outcome = finish.report(number, isHandled: answer)
          underWay -= 1
          let isUnheard = !answer && !isHandled && underWay == 0
          #expect((outcome == .handled) == (answer && !isHandled), "seed \(seed)")
          #expect((outcome == .unheard) == isUnheard, "seed \(seed)")
          if isUnheard { armed = [.finish, .end] }
          isHandled = isHandled || answer
        case 2:
          isSettled = true
          if finish.settle() { armed = [.finish, .end] }
          #expect(isHandled || underWay > 0 || armed == [.finish, .end], "seed \(seed)")
        default:
          let kind: CountdownBinding.Kind = random.once(in: 2) ? .finish : .end
          let (taken, wasArmed) = (finish.take(kind) != nil, armed.remove(kind) != nil)
          #expect(taken == wasArmed, "seed \(seed)")
        }
        #expect((finish.unhandled == nil) == isHandled, "seed \(seed)")
        #expect(finish.isBeingTold == (underWay > 0), "seed \(seed)")
      }
    }
  }
}

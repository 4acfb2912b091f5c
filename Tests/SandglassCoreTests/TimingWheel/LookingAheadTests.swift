import SandglassCore
import SandglassTestSupport
import Testing

@Suite("TimingWheel: looking ahead at the next entries")
struct LookingAheadTests {
  @Test("every step shows the same entries, all of them pending, and every entry is shown")
  func showing() {
    var wheel = TimingWheel<Int>()
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    var waiting: [Int: Moment] = [:]
    var tokens: [Int: TimerToken] = [:]
    for number in 0..<10_000 {
      let deadline = Moment(nanoseconds: UInt64.random(in: 0..<10_000_000, using: &random))
      tokens[number] = wheel.insert(number, at: deadline)
      waiting[number] = deadline
    }
    // Leaves stale listings among the next ones.
    for number in stride(from: 0, to: 10_000, by: 3) {
      if let token = tokens[number] { wheel.remove(token) }
      waiting[number] = nil
    }

    let all = waiting.count
    let end = Moment(nanoseconds: 10_000_000)
    var shown: Set<Int> = []
    var shownInTime = 0
    while true {
      var steps: [[Int]] = [[], []]
      let next = wheel.popFirst(dueBy: end, lookingAhead: 2) { place, step in
        steps[step].append(place.pointee)
      }
      guard let next else { break }
      #expect(steps[0] == steps[1])
      let areWaiting = steps[0].allSatisfy { waiting[$0] != nil }
      #expect(areWaiting)
      shown.formUnion(steps[0])
      let deadline = waiting.removeValue(forKey: next.payload)
      #expect(deadline == next.deadline)
      if shown.contains(next.payload) { shownInTime += 1 }
    }
    #expect(waiting.isEmpty)
    #expect(shownInTime == all)
  }
}

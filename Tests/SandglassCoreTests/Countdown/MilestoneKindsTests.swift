import SandglassCore
import Testing

@Suite("CountdownMachine: kinds of milestones")
struct MilestoneKindsTests {
  private func counting(_ seconds: Int, _ milestones: Milestone...) -> CountdownProbe {
    let probe = CountdownProbe(
      .seconds(seconds), options: CountdownOptions(milestones: milestones), isWatched: false)
    probe.start()
    _ = probe.takeWords()
    return probe
  }

  @Test(
    "Law 6: elapsed times and the progress are reached on the way, each with its remaining time")
  func kinds() {
    let probe = counting(100, .progress(0.5), .elapsed(.seconds(20)), .remaining(.seconds(10)))
    #expect(
      probe.run(to: 200) == [
        "20: milestone 80", "50: milestone 50", "90: milestone 10", "100: finished",
      ])
  }

  @Test("Law 6: an extension moves what depends on the total, and what is passed stays passed")
  func extended() {
    let probe = counting(100, .progress(0.5), .elapsed(.seconds(20)), .elapsed(.seconds(40)))
    #expect(probe.run(to: 30) == ["20: milestone 80"])
    probe.extend(by: .seconds(100), at: 30)
    _ = probe.takeWords()
    #expect(
      probe.run(to: 300) == ["40: milestone 160", "100: milestone 100", "200: finished"])
  }

  @Test("Law 6: an extension to before the middle lets it be reached again")
  func again() {
    let probe = counting(100, .progress(0.5))
    #expect(probe.run(to: 60) == ["50: milestone 50"])
    probe.extend(by: .seconds(100), at: 60)
    _ = probe.takeWords()
    #expect(probe.run(to: 300) == ["100: milestone 100", "200: finished"])
  }

  @Test("Law 6: shortening reports the middle if it passes it, and not twice")
  func shortened() {
    let probe = counting(100, .progress(0.5))
    #expect(probe.run(to: 30) == [])
    probe.extend(by: .seconds(-50), at: 30)
    #expect(probe.takeWords() == ["milestone 25", "20"])
    probe.extend(by: .seconds(-10), at: 30)
    #expect(probe.takeWords() == ["10"])
    #expect(probe.run(to: 99) == ["40: finished"])
  }

  @Test("two milestones at the same instant are both reported")
  func together() {
    let probe = counting(100, .progress(0.5), .remaining(.seconds(50)), .elapsed(.seconds(50)))
    #expect(probe.run(to: 99).count == 3)
  }

  @Test("an elapsed time that is not within the run is not reached")
  func tooLong() {
    let probe = counting(10, .elapsed(.seconds(10)), .elapsed(.seconds(11)))
    #expect(probe.run(to: 99) == ["10: finished"])
  }

  @Test("a milestone says when it is reached in a run of a given length")
  func remaining() {
    let total = Duration.seconds(100)
    #expect(Milestone.remaining(.seconds(10)).remaining(in: total) == .seconds(10))
    #expect(Milestone.remaining(total).remaining(in: total) == nil)
    #expect(Milestone.elapsed(.seconds(10)).remaining(in: total) == .seconds(90))
    #expect(Milestone.elapsed(total).remaining(in: total) == nil)
    #expect(Milestone.progress(0.07).remaining(in: total) == .seconds(93))
    #expect(Milestone.progress(1).remaining(in: total) == nil)
    #expect(Milestone.progress(.nan).remaining(in: total) == nil)
    #expect(Milestone.progress(0.5).remaining(in: .zero) == nil)
    let longest = Duration(attoseconds: .max)
    #expect(Milestone.progress(0.999_999_999).remaining(in: longest) != nil)
  }

  @Test("a limit of lateness lets pass what is in time, and counts what is not")
  func lateness() throws {
    let options = CountdownOptions(milestoneLatenessLimit: .seconds(2))
    let reached = ReachedMilestone(
      .progress(0.5), remaining: .seconds(5), at: PastMoment(.origin), phase: nil,
      reading: CountdownMachine(.seconds(10)).reading(at: .origin), options: options)
    let wall = WallMoment(secondsSince1970: 1_000)
    var missed: UInt32 = 0
    func received(late: Duration) -> ReachedMilestone? {
      reached.received(late: late, wallMoment: wall, missed: &missed)
    }
    #expect(received(late: .seconds(2) + .nanoseconds(1)) == nil)
    #expect(received(late: .seconds(100)) == nil)
    let late = try #require(received(late: .seconds(2)))
    #expect(late.missed == 2 && late.lateness == .seconds(2) && late.wallMoment == wall)
    let early = try #require(received(late: .seconds(-1)))
    #expect(early.missed == 0 && early.lateness == .zero)
    missed = .max
    #expect(received(late: .seconds(3)) == nil && missed == .max)
  }
}

@testable import Sandglass
import SandglassTestSupport
import Testing

@Suite("AlarmLead: how long before its moment an alarm is set")
struct AlarmLeadTests {
  private let instant = Moment(nanoseconds: 1_000_000_000)

  private func learned(from latencies: [Int]) -> AlarmLead {
    var lead = AlarmLead()
    for latency in latencies { lead.note(wokenUpAt: instant + .nanoseconds(latency), for: instant) }
    return lead
  }

  @Test("the lead starts at zero, converges to the usual latency, and is limited")
  func constant() {
    #expect(AlarmLead().ahead(of: instant) == instant)
    let lead = learned(from: Array(repeating: 50_000, count: 1000))
    #expect((49_900...50_000).contains(lead.nanoseconds))
    #expect(lead.ahead(of: instant) == instant - .nanoseconds(lead.nanoseconds))
    #expect(lead.ahead(of: Moment(nanoseconds: 7)) == .origin)
    let longest = learned(from: Array(repeating: 10_000_000, count: 1000))
    #expect((AlarmLead.longest - 100...AlarmLead.longest).contains(longest.nanoseconds))
  }

  @Test("one late wake-up changes the lead little; one early wake-up takes off half the difference")
  func outliers() {
    let usual = Array(repeating: 40_000, count: 1000)
    let before = learned(from: usual).nanoseconds
    #expect(learned(from: usual + [30_000_000]).nanoseconds <= before + 1_000)
    let after = learned(from: usual + [0, 0, 0]).nanoseconds
    #expect(after == 0, "A thread that is awake at once needs no lead")
    #expect(learned(from: usual + [20_000]).nanoseconds == before - (before - 20_000) / 2)
  }

  @Test("with random latencies few wake-ups are early, and only slightly")
  func randomLatencies() {
    var random = SeededGenerator(for: "AlarmLead")
    var lead = AlarmLead()
    var early: [UInt64] = []
    var leads: UInt64 = 0
    for round in 0..<20_000 {
      // The sum of two random numbers: most are near the middle of 40 to 120 µs.
      let latency = (0..<2).reduce(20_000) { sum, _ in
        sum + UInt64.random(in: 10_000...50_000, using: &random)
      }
      if round > 1000, latency < lead.nanoseconds { early.append(lead.nanoseconds - latency) }
      lead.note(wokenUpAt: instant + .nanoseconds(latency), for: instant)
      if round > 1000 { leads += lead.nanoseconds }
    }
    #expect(leads > 19_000 * 50_000)
    #expect(early.count < 19_000 / 5)
    #expect(early.reduce(0, +) < 19_000 * 1_000, "Waiting takes a microsecond for each at most")
  }
}

import Dispatch
import Testing

@testable import sandglass_cli

@Suite("How long the program waits")
struct ShutdownTests {
  private let start = DispatchTime(uptimeNanoseconds: 100_000_000_000)
  private let grace = DispatchTimeInterval.milliseconds(400)

  private func deadline(
    signal: DispatchTime? = nil, limit: DispatchTimeInterval? = nil
  ) -> DispatchTime {
    Shutdown.deadline(start: start, signal: signal, grace: grace, limit: limit)
  }

  @Test("Without a signal up to the limit, or for ever")
  func withoutSignal() {
    #expect(deadline() == .distantFuture)
    #expect(deadline(limit: .seconds(1)) == start + .seconds(1))
  }

  @Test("After a signal for the grace, and for a moment where that is over; never past the limit")
  func afterSignal() {
    let soon = start + .milliseconds(50)
    #expect(deadline(signal: soon) == soon + grace)
    #expect(deadline(signal: soon, limit: .seconds(1)) == soon + grace)
    #expect(deadline(signal: soon, limit: .milliseconds(300)) == start + .milliseconds(300))
    #expect(deadline(signal: start + .seconds(-10)) == start + Shutdown.leastWait)
  }

  @Test("All waits after a signal are over before the kernel's timer rings, within two seconds")
  func sum() {
    // One wait for the output, one for the records, and one for each of the two last lines.
    let last = start + Shutdown.recordGrace + Shutdown.leastWait + Shutdown.leastWait
    #expect(start + Shutdown.outputGrace < start + Shutdown.recordGrace)
    #expect(last < start + .microseconds(Shutdown.lastResort))
    #expect(start + .microseconds(Shutdown.lastResort) < start + .seconds(2))
  }
}

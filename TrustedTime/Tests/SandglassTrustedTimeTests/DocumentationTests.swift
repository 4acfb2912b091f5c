import Sandglass
import SandglassTesting
import SandglassTrustedTime
import SandglassTrustedTimeTesting
import Testing

/// The code of HowTrustedTimeWorks.md.
struct TrustedTimeDocumentationTests {
  @Test func saleEndsForAPhoneThatIsBehind() async throws {
    let time = VirtualTime()
    let truth = VirtualTruth(time.wallNow + .seconds(90), on: time.timekeeper)
    let server = VirtualTimeServer(on: time.timekeeper, truth: truth)
    server.change { $0.delayOut = .milliseconds(70) ... .milliseconds(70) }
    server.change(after: .seconds(60)) { $0.isSilent = true }
    let clock = TrustedClock(asking: server, on: time.timekeeper)
    let end = truth.now + .seconds(30)

    time.task { await clock.synchronize() }
    await time.run(for: .seconds(2))
    #expect(clock.compare(with: end) == .before)
    await time.run(for: .seconds(29))
    #expect(clock.compare(with: end) == .after)
  }
}

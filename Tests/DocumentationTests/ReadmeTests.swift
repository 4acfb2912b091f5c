import Sandglass
import SandglassTesting
import Testing

// The code of the README that stands in no article.

@MainActor
final class Gauge {
  private var ticker: RepeatingTimer?
  private(set) var refreshes = 0

  func start() {
    ticker = RepeatingTimer(every: .seconds(0.25), with: self) { gauge, _ in gauge.refresh() }
  }

  func refresh() {
    refreshes += 1
  }
}

@MainActor
@Suite("Documentation: the README")
struct ReadmeTests {
  @Test("a test in virtual time")
  func virtualTime() {
    let time = VirtualTime()
    let resend = Countdown(.seconds(60), on: time.timekeeper)
    resend.start()
    time.advance(by: .seconds(59.5))
    #expect(resend.shown == 1)
  }

  @Test("work that repeats")
  func repeats() async {
    let gauge = Gauge()
    gauge.start()
    while gauge.refreshes == 0 { await Task.yield() }
    #expect(gauge.refreshes > 0)
  }
}

import SandglassCore
import SandglassTestSupport
import SandglassTrustedTimeCore

/// A device whose steady clock drifts, and a server at the end of any path.
struct SimulatedPath {
  private(set) var now = Moment(nanoseconds: 5_000_000_000)
  private(set) var random: SeededGenerator
  private var elapsed = Duration.zero
  private let drift: Int

  init(drift: Int, random: SeededGenerator) {
    self.drift = drift
    self.random = random
  }

  /// The true time now.
  var truth: WallMoment {
    WallMoment(secondsSince1970: 1_893_456_000) + elapsed + elapsed * drift / 1_000_000
  }

  mutating func pass(_ duration: Duration) {
    elapsed += duration
    now = now + duration
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { random.number(range) }

  /// Sends a request. A fifth of the requests are lost.
  mutating func ask() -> TimeSample? {
    let sent = now
    pass(.microseconds(random.number(1...200_000)))
    let received = truth
    pass(.microseconds(random.number(0...3_000)))
    let answered = truth
    pass(.microseconds(random.number(1...200_000)))
    guard !random.once(in: 5) else { return nil }
    return TimeSample(
      sent: sent, received: now, serverReceived: received, serverSent: answered,
      uncertainty: .zero)
  }
}

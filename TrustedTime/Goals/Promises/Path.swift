import SandglassCore
import SandglassTrustedTimeCore

/// A network path to a server and back.
struct Path {
  var out: ClosedRange<Duration>
  var back: ClosedRange<Duration>
  var percentLost = 0

  init(_ out: Int, _ back: Int, jitter: Int = 0, percentLost: Int = 0) {
    self.out = .milliseconds(out) ... .milliseconds(out + jitter)
    self.back = .milliseconds(back) ... .milliseconds(back + jitter)
    self.percentLost = percentLost
  }
}

/// A device whose steady clock drifts by some parts per million, together with the true time.
struct SimulatedDevice {
  private(set) var now = Moment(nanoseconds: 5_000_000_000)
  private var elapsed = Duration.zero
  private let drift: Int

  init(drift: Int) {
    self.drift = drift
  }

  var truth: WallMoment { truth(after: .zero) }

  /// Returns the true time once `lapse` has passed on the steady clock.
  func truth(after lapse: Duration) -> WallMoment {
    let elapsed = elapsed + lapse
    return WallMoment(secondsSince1970: 1_893_456_000) + elapsed + elapsed * drift / 1_000_000
  }

  mutating func pass(_ duration: Duration) {
    elapsed += duration
    now = now + duration
  }

  /// Sends a request to a server whose clock is off by `lie`. Returns nil if the request or its answer is lost.
  mutating func ask(
    _ path: Path, lie: Duration = .zero, _ random: inout Random
  ) -> TimeSample? {
    let sent = now
    guard !random.happens(inPercent: path.percentLost) else {
      pass(.seconds(3))
      return nil
    }
    pass(random.duration(path.out))
    let received = truth + lie
    pass(.microseconds(random.number(0...2000)))
    let answered = truth + lie
    pass(random.duration(path.back))
    return TimeSample(
      sent: sent, received: now, serverReceived: received, serverSent: answered,
      uncertainty: .zero)
  }

  /// Returns a path with a round trip of 5 to 400 ms. The request can take any part of the round trip.
  static func anyPath(_ random: inout Random) -> Path {
    let roundTrip = random.number(5...400)
    let out =
      random.happens(inPercent: 30)
      ? [0, roundTrip][random.number(0...1)] : random.number(0...roundTrip)
    return Path(out, roundTrip - out, percentLost: 20)
  }
}

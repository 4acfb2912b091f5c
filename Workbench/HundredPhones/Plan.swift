import Sandglass
import SandglassTestSupport

/// The numbers of the example.
enum Plan {
  static let phones = 100

  /// The time from the first request to the end of the sale. The slowest phones need half of that time for their first
  /// burst.
  static let saleLasts = Duration.seconds(10)

  /// How long after the end the server still accepts a request.
  static let grace = Duration.seconds(1)

  /// The maximum error of a phone's own clock.
  static let clockError = Duration.seconds(600)

  /// The uncertainty that the server assumes on a machine whose clock is not synchronised.
  static let assumedUncertainty = Duration.milliseconds(10)

  /// One phone in this many sends a token that it has altered.
  static let changedTokens = 25
}

/// A path through the network, as delays before a request is sent and before its answer is read.
struct Path: Sendable {
  let name: String
  let out: ClosedRange<Int>
  let back: ClosedRange<Int>

  static let all = [
    Path(name: "direct", out: 0...0, back: 0...0),
    Path(name: "40 ms out, 40 ms back", out: 40...40, back: 40...40),
    Path(name: "70 ms out, 10 ms back", out: 70...70, back: 10...10),
    Path(name: "100 to 300 ms each way", out: 100...300, back: 100...300),
  ]

  func delayOut(using random: inout SeededGenerator) -> Duration {
    .milliseconds(random.number(out))
  }

  func delayBack(using random: inout SeededGenerator) -> Duration {
    .milliseconds(random.number(back))
  }
}

/// The random choices of one phone.
struct PhonePlan: Sendable {
  let path: Path

  /// How far the phone's own clock is ahead of the true time.
  let clockError: Duration

  /// How long the phone's request to buy takes.
  let requestTakes: Duration

  let changesToken: Bool
  let seed: UInt64

  init(number: Int, using random: inout SeededGenerator) {
    path = Path.all[number % Path.all.count]
    let error = Int(Plan.clockError / .milliseconds(1))
    clockError = .milliseconds(random.number(-error...error))
    requestTakes = .milliseconds(random.number(0...Int(Plan.grace * 2 / .milliseconds(1))))
    changesToken = number % Plan.changedTokens == 0
    seed = random.next()
  }
}

import SandglassCore

/// A network path to a server and back, and the goal for a bound that eight requests over it provide.
struct NetworkPath: Sendable {
  let name: String

  /// The delay of a request, or nil for a path without a proxy.
  let out: ClosedRange<Duration>?

  /// The delay of an answer, or nil for a path without a proxy.
  let back: ClosedRange<Duration>?

  /// The share of the datagrams that are lost in each direction.
  let percentLost: Int

  /// The goal for half the width of the interval.
  let goal: Duration

  static let direct = NetworkPath(
    name: "direct", out: nil, back: nil, percentLost: 0, goal: .microseconds(50))

  /// A path whose bounds overlap with those of a server that lies by less than the longest delay.
  static let varying = NetworkPath(
    name: "20 to 60 ms each way, 19 % lost", out: .milliseconds(20) ... .milliseconds(60),
    back: .milliseconds(20) ... .milliseconds(60), percentLost: 10, goal: .milliseconds(60 + 2))

  /// The goal of the first two paths is half the least round trip plus 2 ms. That of the last path is the worst one-way
  /// delay plus 2 ms. Its losses of 20 % in each direction are 36 % of all exchanges.
  static let delayed = [
    NetworkPath(
      name: "40 ms out, 40 ms back", out: .exactly(40), back: .exactly(40), percentLost: 0,
      goal: .milliseconds(40 + 2)),
    NetworkPath(
      name: "70 ms out, 10 ms back", out: .exactly(70), back: .exactly(10), percentLost: 0,
      goal: .milliseconds(40 + 2)),
    NetworkPath(
      name: "100 to 300 ms each way, 36 % lost", out: .milliseconds(100) ... .milliseconds(300),
      back: .milliseconds(100) ... .milliseconds(300), percentLost: 20,
      goal: .milliseconds(300 + 2)),
  ]
}

extension ClosedRange<Duration> {
  fileprivate static func exactly(_ milliseconds: Int) -> Self {
    .milliseconds(milliseconds) ... .milliseconds(milliseconds)
  }
}

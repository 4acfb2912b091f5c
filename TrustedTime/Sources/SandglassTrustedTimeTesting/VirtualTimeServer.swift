public import Sandglass
public import SandglassTrustedTime

/// A time server that a test controls. It knows the true time, and answers in virtual time.
///
/// ```swift
/// let time = VirtualTime()
/// let server = VirtualTimeServer(on: time.timekeeper)
/// server.change { $0.delayOut = .milliseconds(70)...(.milliseconds(70)) }
/// server.change(after: .seconds(60)) { $0.isSilent = true }
/// let clock = TrustedClock(asking: server, on: time.timekeeper)
/// ```
///
/// Delays and losses are random with a fixed seed, so each run of a test is the same.
public final class VirtualTimeServer: TimeServer {
  /// The behaviour of a server. Negative delays count as zero.
  public struct Behavior: Sendable {
    /// The time that a request takes to arrive.
    public var delayOut: ClosedRange<Duration> = .milliseconds(20)...(.milliseconds(20))

    /// The time that an answer takes to arrive.
    public var delayBack: ClosedRange<Duration> = .milliseconds(20)...(.milliseconds(20))

    /// The time that the server takes to answer.
    public var work: Duration = .zero

    /// The percentage of lost requests and answers.
    public var percentLost = 0

    /// Whether the server never answers.
    public var isSilent = false

    /// The error of the server's clock that the server does not report, such as the error after a step of its clock.
    public var error: Duration = .zero

    /// The maximum error that the server reports for its clock.
    public var uncertainty: Duration = .zero

    /// The refusal that the server returns instead of the time.
    public var refusal: TimeRefusal?

    /// The time to wait for an answer.
    public var timeout: Duration = .seconds(3)
  }

  /// The timekeeper whose virtual time the server uses.
  public let timekeeper: Timekeeper

  /// The size and spacing of the first burst of requests.
  public let pace: AskingPace

  /// Whether the server's answers count as authenticated.
  public let isAuthenticated: Bool

  fileprivate struct State {
    var behavior = Behavior()
    var random: UInt64
    var questions = 0
  }

  private let truth: VirtualTruth
  private let state: Locked<State>

  /// Creates a correct server with a delay of 20 ms each way.
  ///
  /// - Parameters:
  ///   - timekeeper: The timekeeper of a `VirtualTime`.
  ///   - truth: The true time, or nil for the device's current wall-clock time.
  ///   - pace: The size and spacing of the first burst of requests.
  ///   - isAuthenticated: Whether the server's answers count as authenticated.
  ///   - seed: The seed for the delays and losses.
  public init(
    on timekeeper: Timekeeper, truth: VirtualTruth? = nil, pace: AskingPace = .ownServer,
    isAuthenticated: Bool = false, seed: UInt64 = 1
  ) {
    self.timekeeper = timekeeper
    self.pace = pace
    self.isAuthenticated = isAuthenticated
    self.truth = truth ?? VirtualTruth(timekeeper.wallNow, on: timekeeper)
    state = Locked(State(random: seed))
  }

  /// The number of requests so far, including lost ones.
  public var questions: Int { state.withLock { $0.questions } }

  /// Changes the behaviour, starting with the next request.
  public func change(_ change: (inout Behavior) -> Void) {
    state.withLock { change(&$0.behavior) }
  }

  /// Changes the behaviour later, for example to simulate a step of the server's clock or a temporary loss of the
  /// network.
  ///
  /// - Parameters:
  ///   - delay: The time until the change.
  ///   - change: The change.
  public func change(
    after delay: Duration, _ change: @escaping @Sendable (inout Behavior) -> Void
  ) {
    timekeeper.schedule(after: delay) { [weak self] _ in self?.change(change) }
  }

  /// Answers a request in virtual time.
  ///
  /// - Parameter timekeeper: The timekeeper that measures the moments of the sample.
  /// - Returns: The sample.
  /// - Throws: The refusal that the test has set, `timedOut` for a lost request, or `cancelled`.
  public func ask(on timekeeper: Timekeeper) async throws(TimeRefusal) -> TimeSample {
    let (behavior, out, back, isLost) = state.withLock { $0.draw() }
    let sent = timekeeper.now
    guard !isLost else {
      try await wait(behavior.timeout)
      throw .timedOut
    }
    try await wait(out)
    let received = clock(behavior)
    try await wait(max(.zero, behavior.work))
    let answered = clock(behavior)
    try await wait(back)
    if let refusal = behavior.refusal { throw refusal }
    return TimeSample(
      sent: sent, received: timekeeper.now, serverReceived: received, serverSent: answered,
      uncertainty: behavior.uncertainty)
  }

  /// The time on the server's clock.
  private func clock(_ behavior: Behavior) -> WallMoment { truth.now + behavior.error }

  private func wait(_ duration: Duration) async throws(TimeRefusal) {
    do {
      try await timekeeper.sleep(for: duration)
    } catch {
      throw .cancelled
    }
  }
}

extension VirtualTimeServer.State {
  /// Draws the delays of the next request, and whether the request or its answer is lost.
  fileprivate mutating func draw() -> (
    VirtualTimeServer.Behavior, out: Duration, back: Duration, isLost: Bool
  ) {
    questions += 1
    let isLost = Int(next() % 100) < behavior.percentLost
    let (out, back) = (draw(behavior.delayOut), draw(behavior.delayBack))
    let isLate = out + back + max(.zero, behavior.work) > behavior.timeout
    return (behavior, out, back, isLost || isLate || behavior.isSilent)
  }

  /// Returns a random duration in a range, in steps of a thousandth of the range.
  private mutating func draw(_ range: ClosedRange<Duration>) -> Duration {
    let width = range.upperBound - range.lowerBound
    return max(.zero, range.lowerBound + width / 1000 * Int(next() % 1001))
  }

  /// SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
  private mutating func next() -> UInt64 {
    random &+= 0x9E37_79B9_7F4A_7C15
    var mixed = random
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }
}

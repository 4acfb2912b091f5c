public import Sandglass
public import SandglassTrustedTime

/// A time server in the hands of a test: it knows the truth, and answers as the test says, in the time of its timekeeper.
///
/// ```swift
/// let time = VirtualTime()
/// let server = VirtualTimeServer(on: time.timekeeper)
/// server.change { $0.delayOut = .milliseconds(70)...(.milliseconds(70)) }
/// server.change(after: .seconds(60)) { $0.isSilent = true }
/// let clock = TrustedClock(asking: server, on: time.timekeeper)
/// ```
///
/// Delays, losses and lies are drawn with a seed, so that a test is the same each time.
public final class VirtualTimeServer: TimeServer {
  /// How a server answers. Durations below zero count as zero where they are delays.
  public struct Behavior: Sendable {
    /// How long a question is on its way.
    public var delayOut: ClosedRange<Duration> = .milliseconds(20)...(.milliseconds(20))

    /// How long an answer is on its way.
    public var delayBack: ClosedRange<Duration> = .milliseconds(20)...(.milliseconds(20))

    /// How long the server takes for an answer.
    public var work: Duration = .zero

    /// How many questions in a hundred are lost, or their answers.
    public var percentLost = 0

    /// Whether nothing comes back.
    public var isSilent = false

    /// How far its clock is off, as it does not say: a lie, or a step.
    public var error: Duration = .zero

    /// How far its clock may be off, as it says.
    public var uncertainty: Duration = .zero

    /// What it answers instead of the time.
    public var refusal: TimeRefusal?

    /// How long an answer is waited for.
    public var timeout: Duration = .seconds(3)
  }

  /// What keeps the time in which it answers.
  public let timekeeper: Timekeeper

  /// How it is asked at first.
  public let pace: AskingPace

  fileprivate struct State {
    var behavior = Behavior()
    var random: UInt64
    var questions = 0
  }

  private let truth: VirtualTruth
  private let state: Locked<State>

  /// Makes a server that is right, 20 ms away.
  ///
  /// - Parameters:
  ///   - timekeeper: What keeps the time: that of a virtual time.
  ///   - truth: What the time truly is; nil for what the device's wall clock shows now.
  ///   - pace: How it is asked at first.
  ///   - seed: What its delays and losses are drawn with.
  public init(
    on timekeeper: Timekeeper, truth: VirtualTruth? = nil, pace: AskingPace = .ownServer,
    seed: UInt64 = 1
  ) {
    self.timekeeper = timekeeper
    self.pace = pace
    self.truth = truth ?? VirtualTruth(timekeeper.wallNow, on: timekeeper)
    state = Locked(State(random: seed))
  }

  /// How many questions were sent so far, also those that were lost.
  public var questions: Int { state.withLock { $0.questions } }

  /// Changes how it answers, from the next question on.
  public func change(_ change: (inout Behavior) -> Void) {
    state.withLock { change(&$0.behavior) }
  }

  /// Changes how it answers later: a step, a loss of the network, its return.
  ///
  /// - Parameters:
  ///   - delay: How long from now.
  ///   - change: What changes then.
  public func change(
    after delay: Duration, _ change: @escaping @Sendable (inout Behavior) -> Void
  ) {
    timekeeper.schedule(after: delay) { [weak self] _ in self?.change(change) }
  }

  /// Answers, in virtual time.
  ///
  /// - Parameter timekeeper: Whose moments the sample has.
  /// - Returns: The sample.
  /// - Throws: As the test says; `timedOut` for what is lost.
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

  /// What the server's clock shows.
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
  /// What becomes of the next question.
  fileprivate mutating func draw() -> (
    VirtualTimeServer.Behavior, out: Duration, back: Duration, isLost: Bool
  ) {
    questions += 1
    let isLost = Int(next() % 100) < behavior.percentLost
    let (out, back) = (draw(behavior.delayOut), draw(behavior.delayBack))
    let isLate = out + back + max(.zero, behavior.work) > behavior.timeout
    return (behavior, out, back, isLost || isLate || behavior.isSilent)
  }

  /// A time in a range, in steps of a thousandth of it.
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

import Sandglass
import SandglassTestSupport
import Testing

@testable import SandglassServer

struct DeadlineTests {
  private static let end = WallMoment(secondsSince1970: 1_893_456_000)
  private static let sale = Deadline("sale-17", end: end)

  private static func received(_ after: Duration, uncertainty: Duration = .zero) -> ServerInstant {
    ServerInstant(end + after, uncertainty: uncertainty)
  }

  private static func judge(
    _ after: Duration, uncertainty: Duration = .zero, grace: Duration = .zero
  ) -> Judgement {
    sale.judge(receivedAt: received(after, uncertainty: uncertainty), grace: grace)
  }

  @Test("The instant of the end plus the grace is late, and the one before is in time")
  func equality() {
    let nanosecond = Duration.nanoseconds(1)
    for grace in [Duration.zero, .milliseconds(500)] {
      #expect(Self.judge(grace - nanosecond, grace: grace) == .inTime)
      #expect(Self.judge(grace, grace: grace) == .late)
    }
  }

  @Test("A limit within the uncertainty is unknown, with its edges")
  func straddles() {
    let (five, nanosecond) = (Duration.milliseconds(5), Duration.nanoseconds(1))
    #expect(Self.judge(.zero - five - nanosecond, uncertainty: five) == .inTime)
    #expect(Self.judge(.zero - five, uncertainty: five) == .unknown)
    #expect(Self.judge(five - nanosecond, uncertainty: five) == .unknown)
    #expect(Self.judge(five, uncertainty: five) == .late)
  }

  @Test("The instant of the opening is in time, and the one before is early")
  func opening() {
    let nanosecond = Duration.nanoseconds(1)
    let opening = Self.end - .seconds(3600)
    let sale = Deadline("sale-17", opening: opening, end: Self.end)
    func judge(_ wall: WallMoment, _ uncertainty: Duration) -> Judgement {
      sale.judge(
        receivedAt: ServerInstant(wall, uncertainty: uncertainty), grace: .seconds(1))
    }
    #expect(judge(opening - nanosecond, .zero) == .early)
    #expect(judge(opening, .zero) == .inTime)
    #expect(judge(opening, nanosecond) == .unknown)
    #expect(judge(opening - nanosecond, nanosecond) == .unknown)
    #expect(judge(Self.end, .zero) == .inTime)
    #expect(judge(Self.end + .seconds(1), .zero) == .late)
  }

  @Test("A negative grace and a negative uncertainty count as zero")
  func negative() {
    #expect(Self.judge(.seconds(-1), uncertainty: .seconds(-5), grace: .seconds(-5)) == .inTime)
    #expect(Self.judge(.zero, uncertainty: .seconds(-5), grace: .seconds(-5)) == .late)
  }

  @Test("The instants of a deadline have whole microseconds, rounded down")
  func microseconds() {
    for (nanoseconds, rounded) in [(1999, 1000), (1000, 1000), (-1, -1000), (0, 0)] {
      let instant = WallMoment(nanosecondsSince1970: Int128(nanoseconds))
      let deadline = Deadline("x", opening: instant, end: instant)
      #expect(deadline.end.nanosecondsSince1970 == Int128(rounded))
      #expect(deadline.opening == deadline.end)
    }
  }

  @Test("Judgements agree with every true time that the uncertainty allows", .random)
  func random() {
    var random = SeededGenerator(for: "DeadlineTests.random")
    for _ in 0..<repetitions(2_000_000, atLeast: 20_000) {
      let opening = random.once(in: 2) ? random.number(-8...8) : nil
      let (end, grace) = (random.number(-8...8), random.number(-2...4))
      let (wall, uncertainty) = (random.number(-16...16), random.number(-1...4))
      let deadline = Deadline("x", opening: opening.map(Self.instant), end: Self.instant(end))
      let judgement = deadline.judge(
        receivedAt: ServerInstant(
          Self.instant(wall), uncertainty: .microseconds(uncertainty)),
        grace: .microseconds(grace))
      // The model judges each possible true time with an exact clock.
      let possible = (wall - max(0, uncertainty))...(wall + max(0, uncertainty))
      let exact = Set(
        possible.map { time -> Judgement in
          if let opening, time < opening { return .early }
          return time < end + max(0, grace) ? .inTime : .late
        })
      // A deadline that opens after its end may judge a request late although a part of its interval is early.
      if let opening, opening > end + max(0, grace) {
        #expect(judgement != .inTime)
      } else {
        #expect(judgement == (exact.count == 1 ? exact.first : .unknown))
      }
    }
  }

  private static func instant(_ microseconds: Int) -> WallMoment {
    WallMoment(nanosecondsSince1970: Int128(microseconds) * 1000)
  }

  @Test("Extreme instants, uncertainties and graces do not trap", .random)
  func extremes() {
    var random = SeededGenerator(for: "DeadlineTests.extremes")
    for _ in 0..<repetitions(200_000, atLeast: 5000) {
      let deadline = Deadline(
        "x", opening: random.extremeWallMoment(),
        end: random.extremeWallMoment())
      let received = ServerInstant(
        random.extremeWallMoment(),
        uncertainty: random.extremeDuration())
      _ = deadline.judge(receivedAt: received, grace: random.extremeDuration())
      #expect(Deadline(payload: deadline.payload) == deadline)
    }
  }
}

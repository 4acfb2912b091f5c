import SandglassCore
import SandglassTestSupport
import SandglassTrustedTimeCore
import Testing

struct OffsetBoundTests {
  private static let second: UInt64 = 1_000_000_000

  /// A request that was sent 100 s after the boot, at the start of 2030 in true time, with the given delays.
  private static func sample(
    out: Int, back: Int, work: Int = 0, uncertainty: Duration = .zero
  ) -> TimeSample {
    let start = WallMoment(secondsSince1970: 1_893_456_000)
    let sent = Moment(nanoseconds: 100 * second)
    return TimeSample(
      sent: sent, received: sent + .milliseconds(out + work + back),
      serverReceived: start + .milliseconds(out), serverSent: start + .milliseconds(out + work),
      uncertainty: uncertainty)
  }

  private static let truth = Duration.seconds(1_893_456_000 - 100)
  private static let none = DriftAllowance(partsPerMillion: 0)

  @Test(
    "The bound is as wide as the round trip, whatever the delays of its two parts",
    arguments: [(40, 40), (70, 10), (0, 80)])
  func asymmetry(out: Int, back: Int) throws {
    let bound = try OffsetBound(Self.sample(out: out, back: back, work: 7), drift: Self.none)
    #expect(bound.latest - bound.earliest == .milliseconds(80))
    #expect(bound.latest - Self.truth == .milliseconds(out))
    #expect(Self.truth - bound.earliest == .milliseconds(back))
  }

  @Test("An uncertainty of 16 s or more is refused")
  func uncertain() throws {
    func bound(_ uncertainty: Duration) throws -> OffsetBound {
      let wall = WallMoment(secondsSince1970: 1_893_456_000)
      return try OffsetBound(
        TimeSample(
          sent: .origin, received: .origin + .seconds(1), serverReceived: wall, serverSent: wall,
          uncertainty: uncertainty))
    }
    _ = try bound(.seconds(16) - .nanoseconds(1))
    for uncertainty in [Duration.seconds(16), .microseconds(Int64.max)] {
      #expect(throws: TimeRefusal.unsynchronized) { try bound(uncertainty) }
    }
  }

  @Test("The server's error widens the bound on both sides, and drift on the older side")
  func widening() throws {
    let sample = Self.sample(out: 40, back: 40, uncertainty: .milliseconds(3))
    let bound = try OffsetBound(sample)
    #expect(Self.truth - bound.earliest == .milliseconds(43))
    #expect(bound.latest - Self.truth == .milliseconds(43) + .microseconds(8))
    let later = bound.at(bound.moment + .seconds(600), drift: .standard)
    #expect(bound.earliest - later.earliest == .milliseconds(60))
    #expect(later.latest - bound.latest == .milliseconds(60))
    #expect(later.at(bound.moment, drift: .standard).moment == bound.moment)
  }

  @Test("Impossible instants are refused")
  func impossible() {
    let good = Self.sample(out: 40, back: 40, work: 5)
    func refused(_ sample: TimeSample) -> TimeRefusal? {
      do throws(TimeRefusal) {
        _ = try OffsetBound(sample)
        return nil
      } catch {
        return error
      }
    }
    #expect(refused(good) == nil)
    let heldLonger = TimeSample(
      sent: good.sent, received: good.received, serverReceived: good.serverReceived,
      serverSent: good.serverReceived + .seconds(1), uncertainty: .zero)
    #expect(refused(heldLonger) == .impossible)
    let sentBefore = TimeSample(
      sent: good.sent, received: good.received, serverReceived: good.serverSent,
      serverSent: good.serverReceived, uncertainty: .seconds(9))
    #expect(refused(sentBefore) == .impossible)
    let arrivedBefore = TimeSample(
      sent: good.received, received: good.sent, serverReceived: good.serverReceived,
      serverSent: good.serverSent, uncertainty: .seconds(9))
    #expect(refused(arrivedBefore) == .impossible)
    #expect(refused(Self.sample(out: 1, back: 1, uncertainty: .nanoseconds(-1))) == .impossible)
  }

  @Test("Samples intersect, unless the time has stepped")
  func intersection() throws {
    let slow = try OffsetBound(Self.sample(out: 70, back: 10), drift: Self.none)
    let quick = try OffsetBound(Self.sample(out: 10, back: 70), drift: Self.none)
    let both = try #require(slow.intersection(quick, drift: Self.none))
    #expect(both.latest - both.earliest == .milliseconds(20))
    let stepped = try #require(
      OffsetBound(
        earliest: slow.earliest + .seconds(1), latest: slow.latest + .seconds(1), at: slow.moment))
    #expect(slow.intersection(stepped, drift: Self.none) == nil)
  }

  @Test("Any values saturate and stay in order", .random)
  func extremes() {
    var random = SeededGenerator(for: "bounds of any size")
    for _ in 0..<repetitions(100_000) {
      func wall() -> WallMoment {
        let number = Int128(random.nextOfAnySize()) << Int128(random.number(0...63))
        return WallMoment(nanosecondsSince1970: random.once(in: 2) ? number : -number)
      }
      let sample = TimeSample(
        sent: Moment(nanoseconds: random.nextOfAnySize()),
        received: Moment(nanoseconds: random.nextOfAnySize()), serverReceived: wall(),
        serverSent: wall(),
        uncertainty: random.once(in: 9)
          ? Duration(attoseconds: .max) : .nanoseconds(Int64(random.nextOfAnySize(bits: 0...62))))
      guard let bound = try? OffsetBound(sample) else { continue }
      let now = Moment(nanoseconds: random.nextOfAnySize())
      let wide = DriftAllowance(partsPerMillion: Int(random.nextOfAnySize(bits: 0...21)))
      #expect(bound.earliest <= bound.latest)
      let interval = bound.wall(at: now, drift: wide)
      #expect(interval.lowerBound <= interval.upperBound)
      #expect(bound.intersection(bound.at(now, drift: wide), drift: wide) != nil)
    }
  }

  @Test("The bound contains the true time with any paths, losses and allowed drift", .random)
  func truthInside() throws {
    var random = SeededGenerator(for: "truth inside")
    for _ in 0..<repetitions(4_000) {
      var path = SimulatedPath(drift: random.number(-99...99), random: random)
      var samples = ServerSamples()
      for _ in 0..<30 {
        path.pass(.milliseconds(random.number(0...400_000)))
        if let sample = path.ask() {
          samples.add(try OffsetBound(sample), drift: .standard)
          #expect(samples.disputing.isEmpty)
        }
        guard let bound = samples.bound(drift: .standard) else { continue }
        #expect(bound.wall(at: path.now, drift: .standard).contains(path.truth))
      }
      random = path.random
    }
  }
}

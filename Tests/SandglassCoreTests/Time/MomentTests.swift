import SandglassCore
import SandglassTestSupport
import Testing

@Suite("Moment: nanoseconds that saturate")
struct MomentTests {
  @Test("adding and subtracting saturate at both ends")
  func saturates() {
    let noon = Moment(nanoseconds: 43_200_000_000_000)
    #expect(noon - .seconds(86_400) == .origin)
    #expect(noon + .seconds(Int64.max) == .distantFuture)
    #expect(Moment.distantFuture + .nanoseconds(1) == .distantFuture)
    #expect(Moment.origin - .nanoseconds(1) == .origin)
    #expect(noon - .seconds(Int64.min) == .distantFuture)
    #expect(noon + Duration(attoseconds: .min) == .origin)
  }

  @Test("three centuries are representable to the nanosecond")
  func threeCenturies() {
    let threeCenturies = Duration.seconds(300 * 366 * 86_400)
    let moment = Moment.origin + threeCenturies + .nanoseconds(1)
    #expect(moment - .origin == threeCenturies + .nanoseconds(1))
    #expect(moment < .distantFuture)
  }

  @Test(
    "a fraction of a nanosecond is rounded to a later instant",
    arguments: [
      (1, 101), (1_000_000_000, 101), (1_000_000_001, 102), (-1, 100), (-999_999_999, 100),
    ]
  )
  func roundsLate(attoseconds: Int, expected: UInt64) {
    let duration = Duration(attoseconds: Int128(attoseconds))
    #expect((Moment(nanoseconds: 100) + duration).nanoseconds == expected)
    #expect((Moment(nanoseconds: 100) - (.zero - duration)).nanoseconds == expected)
  }

  @Test("the time between two moments is exact and signed")
  func difference() {
    let early = Moment(nanoseconds: 5)
    let late = Moment(nanoseconds: 12)
    #expect(late - early == .nanoseconds(7))
    #expect(early - late == .nanoseconds(-7))
    #expect(early.duration(to: late) == .nanoseconds(7))
    #expect(early.advanced(by: .nanoseconds(7)) == late)
    #expect(
      Moment.distantFuture - .origin == Duration(attoseconds: Int128(UInt64.max) * 1_000_000_000))
  }

  @Test("the description of a moment is in seconds")
  func description() {
    #expect(Moment(nanoseconds: 12_000_000_034).description == "12.000000034 s")
  }
}

@Suite("WallMoment: whole nanoseconds that saturate")
struct WallMomentTests {
  @Test("adding and subtracting saturate at both ends")
  func saturates() {
    let longest = Duration(attoseconds: .max)
    let latest = WallMoment(nanosecondsSince1970: .max)
    let earliest = WallMoment(nanosecondsSince1970: .min)
    #expect(latest + longest == latest)
    #expect(earliest + Duration(attoseconds: .min) == earliest)
    #expect(latest.timeSince1970 == .seconds(Int64.max))
    #expect(earliest.timeSince1970 == .seconds(-Int64.max))
    #expect(latest == .latest)
  }

  @Test("a difference saturates where the components of a duration would trap")
  func differences() {
    let latest = WallMoment(nanosecondsSince1970: .max)
    let earliest = WallMoment(nanosecondsSince1970: .min)
    #expect(latest - earliest == .seconds(Int64.max))
    #expect(earliest - latest == .seconds(-Int64.max))
    #expect((latest - earliest).components == (Int64.max, 0))
    let epoch = WallMoment(secondsSince1970: 0)
    let last = WallMoment(nanosecondsSince1970: Int128(Int64.max) * 1_000_000_000 - 1)
    #expect(last - epoch == .seconds(Int64.max) - .nanoseconds(1))
    #expect(epoch - last == .seconds(-Int64.max) + .nanoseconds(1))
  }

  @Test("a moment and an offset give an instant, from which the moment gives the offset back")
  func offsets() {
    let moment = Moment(nanoseconds: 5_000_000_000)
    #expect(WallMoment(moment, offset: .seconds(30)) == WallMoment(secondsSince1970: 35))
    for offset in [Duration.zero, .seconds(30), .seconds(-30), .seconds(Int64.max - 5)] {
      #expect(WallMoment(moment, offset: offset).offset(from: moment) == offset)
    }
    #expect(WallMoment(moment, offset: .seconds(Int64.max)) == .latest)
  }

  @Test("instants before 1970 are supported")
  func before1970() {
    let moment = WallMoment(secondsSince1970: -10) + .nanoseconds(1)
    #expect(moment.nanosecondsSince1970 == -9_999_999_999)
    #expect(WallMoment(secondsSince1970: 0) - moment == .nanoseconds(9_999_999_999))
  }
}

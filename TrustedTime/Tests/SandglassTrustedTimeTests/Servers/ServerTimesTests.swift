import Foundation
import SandglassCore
import SandglassTestSupport
import SandglassTrustedTime
import Testing

struct ServerTimesTests {
  private static func refusal(_ body: String) -> TimeRefusal? {
    do throws(TimeRefusal) {
      _ = try ServerTimes(body: Data(body.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test("A body has whole microseconds, and unknown members are ignored")
  func good() throws {
    let body =
      #"{"receive":1893456000000001,"transmit":1893456000000013,"uncertainty":500,"zone":"A"}"#
    let times = try ServerTimes(body: Data(body.utf8))
    #expect(times.received == WallMoment(secondsSince1970: 1_893_456_000) + .microseconds(1))
    #expect(times.sent - times.received == .microseconds(12))
    #expect(times.uncertainty == .microseconds(501))
  }

  @Test(
    "A body that is not a time server's is refused",
    arguments: [
      "", "{}", "[]", "null", "<html>Log in first</html>",
      #"{"receive":1893456000000000,"transmit":1893456000000000}"#,
      #"{"receive":1893456000000000.5,"transmit":1893456000000000,"uncertainty":0}"#,
      #"{"receive":"1893456000000000","transmit":1893456000000000,"uncertainty":0}"#,
      #"{"receive":99999999999999999999,"transmit":1893456000000000,"uncertainty":0}"#,
      #"{"receive":1893456000000000,"transmit":1893456000000000,"uncertainty":-1}"#,
      #"{"receive":1893456000000000,"transmit":1893456000000000,"uncertainty":0"#,
    ])
  func malformed(body: String) {
    #expect(Self.refusal(body) == .malformed)
  }

  @Test(
    "Instants before 2025 are refused, and so are instants in seconds or milliseconds",
    arguments: [
      0, -1, 1_893_456_000, 1_893_456_000_000, 1_735_689_599_999_999, 1_893_456_000_000_000_000,
    ])
  func eras(microseconds: Int64) {
    #expect(
      Self.refusal(#"{"receive":\#(microseconds),"transmit":\#(microseconds),"uncertainty":0}"#)
        == .wrongEra)
  }

  @Test("An uncertainty of 16 s or more is refused", arguments: [16_000_000, Int64.max])
  func uncertain(microseconds: Int64) {
    let body =
      #"{"receive":1893456000000000,"transmit":1893456000000000,"uncertainty":\#(microseconds)}"#
    #expect(Self.refusal(body) == .unsynchronized)
  }

  @Test("A body of more than 1024 bytes is not read")
  func long() {
    #expect(Self.refusal(String(repeating: " ", count: 1025)) == .wrongLength(1025))
  }

  @Test("Any body is read without a trap", .random)
  func random() {
    var random = SeededGenerator(for: "bodies of time servers")
    let good = Array(
      #"{"receive":1893456000000001,"transmit":1893456000000013,"uncertainty":500}"#.utf8)
    for _ in 0..<repetitions(100_000) {
      var body = good
      for _ in 0..<random.number(1...3) {
        let place = random.number(0...body.count - 1)
        switch random.number(0...2) {
        case 0: body[place] = UInt8(random.number(0...255))
        case 1: body.insert(UInt8(random.number(0x2B...0x39)), at: place)
        default: body.remove(at: place)
        }
      }
      guard let times = try? ServerTimes(body: Data(body)) else { continue }
      let sample = TimeSample(
        sent: .origin, received: Moment(nanoseconds: 80_000_000), serverReceived: times.received,
        serverSent: times.sent, uncertainty: times.uncertainty)
      if let bound = try? OffsetBound(sample) { #expect(bound.earliest <= bound.latest) }
    }
  }
}

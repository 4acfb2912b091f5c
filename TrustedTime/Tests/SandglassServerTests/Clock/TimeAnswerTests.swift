import Foundation
import Sandglass
import SandglassTestSupport
import SandglassTrustedTime
import Testing

@testable import SandglassServer

struct TimeAnswerTests {
  private static func answer(
    received: Int128, sent: Int128, uncertainty: Duration
  ) -> TimeAnswer {
    let wall = WallMoment(nanosecondsSince1970: received)
    return TimeAnswer(
      received: ServerInstant(wall, uncertainty: uncertainty),
      sent: WallMoment(nanosecondsSince1970: sent))
  }

  @Test("The answer is the documented JSON object, byte by byte")
  func bytes() {
    let answer = Self.answer(
      received: 1_893_456_000_000_000_999, sent: 1_893_456_000_000_001_000,
      uncertainty: .nanoseconds(499_001))
    #expect(
      String(decoding: answer.json, as: UTF8.self)
        == #"{"receive":1893456000000000,"transmit":1893456000000001,"uncertainty":500}"#)
  }

  @Test("The client reads from every answer an interval that contains both instants", .random)
  func client() throws {
    var random = SeededGenerator(for: "TimeAnswerTests.client")
    let start = TimeEra.pivot.nanosecondsSince1970
    for _ in 0..<repetitions(200_000, atLeast: 2000) {
      let received = start + Int128(random.nextOfAnySize(bits: 0...60))
      let sent = received + Int128(random.nextOfAnySize(bits: 0...40))
      let uncertainty = Duration.nanoseconds(Int64(random.nextOfAnySize(bits: 0...33)))
      let answer = Self.answer(received: received, sent: sent, uncertainty: uncertainty)
      let times = try ServerTimes(body: Data(answer.json))
      for (instant, read) in [(received, times.received), (sent, times.sent)] {
        let exact = WallMoment(nanosecondsSince1970: instant)
        #expect(read - times.uncertainty <= exact - uncertainty)
        #expect(read + times.uncertainty >= exact + uncertainty)
      }
    }
  }

  @Test("Any instants and uncertainties make a JSON object", .random)
  func extremes() throws {
    var random = SeededGenerator(for: "TimeAnswerTests.extremes")
    for _ in 0..<repetitions(100_000, atLeast: 2000) {
      let answer = Self.answer(
        received: random.extremeInteger(), sent: random.extremeInteger(),
        uncertainty: random.extremeDuration())
      let numbers = try JSONDecoder().decode([String: Int64].self, from: Data(answer.json))
      #expect(numbers["receive"] == answer.receive && numbers["transmit"] == answer.transmit)
      #expect(numbers["uncertainty"] == answer.uncertainty && answer.uncertainty >= 0)
    }
  }
}

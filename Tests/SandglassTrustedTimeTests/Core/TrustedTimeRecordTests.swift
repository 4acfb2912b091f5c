import SandglassCore
import SandglassTestSupport
import SandglassTrustedTimeCore
import Testing

struct TrustedTimeRecordTests {
  private static func bound(_ second: Int) throws -> OffsetBound {
    try #require(
      OffsetBound(
        earliest: .seconds(second), latest: .seconds(second) + .milliseconds(80),
        at: Moment(nanoseconds: 7_000_000_000)))
  }

  private static func record() throws -> TrustedTimeRecord {
    TrustedTimeRecord(
      boot: BootIdentity("boot A"),
      servers: [
        ServerSamples(bound: try bound(-5), confirmed: Moment(nanoseconds: 6_000_000_000)), nil,
        ServerSamples(bound: try bound(1_893_456_000), confirmed: Moment(nanoseconds: 7)),
      ], deviceOffset: .seconds(-1))
  }

  @Test("A record survives a round trip")
  func roundTrip() throws {
    let record = try Self.record()
    #expect(TrustedTimeRecord(text: try #require(record.text)) == record)
  }

  @Test("A text that is truncated, extended or impossible is not a record")
  func damage() throws {
    let text = try #require(try Self.record().text)
    for length in 0..<text.utf8.count {
      #expect(
        TrustedTimeRecord(text: String(decoding: text.utf8.prefix(length), as: UTF8.self)) == nil)
    }
    #expect(TrustedTimeRecord(text: text + "\n") == nil)
    #expect(TrustedTimeRecord(text: text.replacing("time 1", with: "time 2")) == nil)
    #expect(TrustedTimeRecord(text: text.replacing("-5000000000", with: "-5000000000000")) != nil)
    #expect(TrustedTimeRecord(text: text.replacing("-4920000000", with: "-6000000000")) == nil)
    #expect(TrustedTimeRecord(text: "") == nil)
  }

  @Test("A boot identity of several lines is not recorded")
  func boots() {
    let record = TrustedTimeRecord(
      boot: BootIdentity("a\nserver"), servers: [], deviceOffset: .zero)
    #expect(record.text == nil)
  }

  @Test("Any changed text is read without a trap", .random)
  func random() throws {
    var random = SeededGenerator(for: "records of trusted time")
    let bytes = Array(try #require(try Self.record().text).utf8)
    for _ in 0..<repetitions(100_000) {
      var changed = bytes
      for _ in 0..<random.number(1...4) {
        let place = random.number(0...changed.count - 1)
        switch random.number(0...2) {
        case 0: changed[place] = UInt8(random.number(0...255))
        case 1: changed.insert(UInt8(random.number(0x20...0x39)), at: place)
        default: changed.remove(at: place)
        }
      }
      guard let record = TrustedTimeRecord(text: String(decoding: changed, as: UTF8.self)) else {
        continue
      }
      var machine = TrustedTimeMachine(servers: 3)
      let now = Moment(nanoseconds: random.nextOfAnySize())
      if machine.restore(record, boot: BootIdentity("boot A"), at: now) {
        #expect(machine.reading(at: now).status != .unsynchronized)
      } else {
        #expect(machine.reading(at: now).status == .unsynchronized)
      }
    }
  }
}

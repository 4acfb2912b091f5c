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

  /// A machine and schedules whose every value differs from that of new ones.
  private static func record() throws -> TrustedTimeRecord {
    TrustedTimeRecord(
      boot: BootIdentity("boot A"), deviceOffset: .seconds(-1),
      agreement: TrustedAgreement(bound: try bound(-5), isConfirmed: true, isCurrent: true),
      servers: [
        .init(
          samples: ServerSamples(
            agreeing: [try bound(-5), try bound(-5)],
            disputing: [try bound(900), try bound(900), try bound(900)]),
          asking: AskingProgress(
            burstLeft: 7, next: Moment(nanoseconds: 1), barrier: Moment(nanoseconds: 2),
            spent: Moment(nanoseconds: 3), asked: Moment(nanoseconds: 4), failures: 5,
            rateRefusals: 6, isStopped: true)),
        .init(samples: ServerSamples(), asking: AskingProgress(burstLeft: 8)),
        .init(
          samples: ServerSamples(agreeing: [try bound(1_893_456_000)]),
          asking: AskingProgress(burstLeft: 0)),
      ])
  }

  /// The names and the values of a value's stored properties.
  private static func fields(_ value: Any) -> [(name: String, value: String)] {
    Mirror(reflecting: value).children.map { ($0.label ?? "", "\($0.value)") }
  }

  @Test("The record contains every property of a machine and of a schedule")
  func whole() throws {
    let record = try Self.record()
    let server = try #require(record.servers.first)
    // Every value differs from its default, so a value that the text omits would not be read back.
    for (value, fresh) in [
      (server.samples, ServerSamples()), (server.asking, AskingProgress(burstLeft: 8)),
    ] as [(Any, Any)] {
      for (one, other) in zip(Self.fields(value), Self.fields(fresh)) {
        #expect(one.value != other.value, "\(one.name) is that of the beginning")
      }
    }
    #expect(TrustedTimeRecord(text: try #require(record.text)) == record)
    // The other properties are settings.
    let settings: Set = [
      "drift", "freshFor", "pace", "interval", "cost", "credit", "formerProgress",
    ]
    let remembered =
      Self.fields(TrustedTimeMachine(servers: 3)) + Self.fields(AskingSchedule(pace: .ownServer))
    #expect(
      remembered.map(\.name).filter { !settings.contains($0) } == [
        "servers", "agreement", "progress",
      ])
    var machine = TrustedTimeMachine(servers: 3)
    let isRestored = machine.restore(record, boot: BootIdentity("boot A"), at: .distantFuture)
    #expect(isRestored)
    #expect(machine.servers == record.servers.map(\.samples))
    #expect(machine.agreement == record.agreement)
    var schedule = AskingSchedule(pace: .ownServer)
    schedule.restore(server.asking, at: .distantFuture)
    #expect(schedule.progress == server.asking)
  }

  @Test("A record is read back unchanged")
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
    #expect(TrustedTimeRecord(text: text.replacing("time 4", with: "time 3")) == nil)
    #expect(TrustedTimeRecord(text: text.replacing("-5 ", with: "-5000 ")) != nil)
    #expect(TrustedTimeRecord(text: text.replacing("-4.92", with: "-6")) == nil)
    #expect(TrustedTimeRecord(text: "") == nil)
    let tooMany = try Array(repeating: Self.bound(-5), count: ServerSamples.most + 1)
    let long = TrustedTimeRecord(
      boot: BootIdentity("boot A"), deviceOffset: .zero, agreement: nil,
      servers: [
        .init(samples: ServerSamples(agreeing: tooMany), asking: AskingProgress(burstLeft: 0))
      ])
    #expect(TrustedTimeRecord(text: try #require(long.text)) == nil)
  }

  @Test("A boot identity of several lines is not recorded")
  func boots() {
    let record = TrustedTimeRecord(
      boot: BootIdentity("a\nserver"), deviceOffset: .zero, agreement: nil, servers: [])
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
        #expect(machine.agreement == record.agreement)
      } else {
        #expect(machine.reading(at: now).status == .unsynchronized)
      }
    }
  }
}

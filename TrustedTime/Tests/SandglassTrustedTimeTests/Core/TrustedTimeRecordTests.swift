import Foundation
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

  /// A machine and schedules whose every value differs from that of new ones. No two servers agree.
  private static func record() throws -> TrustedTimeRecord {
    TrustedTimeRecord(
      boot: BootIdentity("boot A"), deviceOffset: .seconds(-1),
      formerAgreement: TrustedAgreement(
        bound: try bound(-5), isConfirmed: true, isCurrent: false),
      servers: [
        .init(
          samples: ServerSamples(
            agreeing: [try bound(-5), try bound(-5)],
            disputing: [try bound(900), try bound(900), try bound(900)]),
          asking: AskingProgress(
            burstLeft: 7, next: Moment(nanoseconds: 1), barrier: Moment(nanoseconds: 2),
            spent: Moment(nanoseconds: 3), asked: Moment(nanoseconds: 4), failures: 5,
            rateRefusals: 6, isUnderWay: true),
          refusal: ServerRefusal(.kiss("X Y"), at: Moment(nanoseconds: 5))),
        .init(
          samples: ServerSamples(agreeing: [try bound(500)]), asking: AskingProgress(burstLeft: 8)),
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
      "drift", "freshFor", "pace", "denialPause", "interval", "cost", "credit", "formerProgress",
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
    #expect(machine.agreement == record.formerAgreement)
    var schedule = AskingSchedule(pace: .ownServer)
    schedule.restore(try #require(record.servers.last).asking, at: .distantFuture)
    #expect(schedule.progress == record.servers.last?.asking)
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
    func changed(_ old: String, _ new: String) -> String {
      #expect(text.contains(old))
      return Self.checked(text.replacing(old, with: new))
    }
    #expect(TrustedTimeRecord(text: changed("time 5", "time 4")) == nil)
    #expect(TrustedTimeRecord(text: changed("-5 ", "-5000 ")) != nil)
    #expect(TrustedTimeRecord(text: text.replacing("-5 ", with: "-5000 ")) == nil)
    #expect(TrustedTimeRecord(text: changed("-4.92", "-6")) == nil)
    #expect(TrustedTimeRecord(text: changed("kiss=582059", "kiss=58205")) == nil)
    #expect(TrustedTimeRecord(text: changed("kiss=582059", "kuss=582059")) == nil)
    #expect(TrustedTimeRecord(text: "") == nil)
    let tooMany = try Array(repeating: Self.bound(-5), count: ServerSamples.most + 1)
    let long = TrustedTimeRecord(
      boot: BootIdentity("boot A"), deviceOffset: .zero, formerAgreement: nil,
      servers: [
        .init(samples: ServerSamples(agreeing: tooMany), asking: AskingProgress(burstLeft: 0))
      ])
    #expect(TrustedTimeRecord(text: try #require(long.text)) == nil)
  }

  @Test("A boot identity of several lines is not recorded")
  func boots() {
    let record = TrustedTimeRecord(
      boot: BootIdentity("a\nserver"), deviceOffset: .zero, formerAgreement: nil, servers: [])
    #expect(record.text == nil)
  }

  /// A text with the checksum of its content.
  private static func checked(_ text: String) -> String {
    let content = text.prefix(upTo: text.range(of: "checksum ")?.lowerBound ?? text.endIndex)
    return content + "checksum \(Checksum(of: content.utf8).text)\n"
  }

  @Test("A text is limited to 100,000 bytes, both written and read")
  func longest() throws {
    func record(_ servers: Int) throws -> TrustedTimeRecord {
      let server = try #require(try Self.record().servers.first)
      return TrustedTimeRecord(
        boot: BootIdentity("boot A"), deviceOffset: .zero, formerAgreement: nil,
        servers: Array(repeating: server, count: servers))
    }
    #expect(try record(100).text != nil)
    #expect(try record(10_000).text == nil)
    let text = try #require(try Self.record().text)
    let long = Self.checked(
      text.replacing("boot A", with: String(repeating: "b", count: 100_000)))
    #expect(TrustedTimeRecord(text: long) == nil)
  }

  @Test("Every refusal is read back from its word")
  func refusals() {
    let refusals: [TimeRefusal] = [
      .rate, .denied, .kiss("INIT"), .kiss(""), .kiss("é =\n"), .unsynchronized,
      .wrongLength(.max), .wrongVersion(7), .wrongMode(.max), .wrongOrigin, .noTransmitTime,
      .wrongEra, .impossible, .cached, .malformed, .status(-1), .timedOut, .unreachable(.min),
      .unsent(101), .cancelled,
    ]
    for refusal in refusals {
      let text = TrustedTimeRecord(
        boot: BootIdentity("boot A"), deviceOffset: .zero, formerAgreement: nil,
        servers: [
          .init(
            samples: ServerSamples(), asking: AskingProgress(burstLeft: 1),
            refusal: ServerRefusal(refusal, at: Moment(nanoseconds: 9)))
        ]
      ).text
      let read = text.flatMap { TrustedTimeRecord(text: $0) }?.servers.first?.refusal
      #expect(read == ServerRefusal(refusal, at: Moment(nanoseconds: 9)))
    }
  }

  @Test("The agreement follows from the samples, whatever the record says")
  func agreementFollows() throws {
    var machine = TrustedTimeMachine(servers: 3)
    let lie = TrustedAgreement(bound: try Self.bound(900), isConfirmed: true, isCurrent: false)
    func restore(_ samples: [[OffsetBound]]) -> TrustedAgreement? {
      let record = TrustedTimeRecord(
        boot: BootIdentity("boot A"), deviceOffset: .zero, formerAgreement: lie,
        servers: samples.map {
          .init(samples: ServerSamples(agreeing: $0), asking: AskingProgress(burstLeft: 0))
        })
      let isRestored = machine.restore(record, boot: BootIdentity("boot A"), at: .distantFuture)
      #expect(isRestored)
      return machine.agreement
    }
    let agreed = restore([[try Self.bound(-5)], [try Self.bound(-5)], []])
    #expect(agreed?.bound == (try Self.bound(-5)))
    #expect(agreed?.isConfirmed == true && agreed?.isCurrent == true)
    let disputed = restore([[try Self.bound(1)], [try Self.bound(50)], [try Self.bound(100)]])
    #expect(disputed == lie)
    #expect(machine.reading(at: .distantFuture).status == .disputed)
  }

  @Test("After every answer, a record restores the same machine", .random)
  func restoresTheSame() throws {
    var random = SeededGenerator(for: "restored machines")
    for _ in 0..<repetitions(2_000) {
      let count = random.number(1...5)
      var machine = TrustedTimeMachine(servers: count)
      var path = SimulatedPath(drift: random.number(-99...99), random: random)
      var errors = (0..<count).map { _ in Duration.zero }
      for _ in 0..<random.number(1...40) {
        path.pass(.seconds(path.number(0...600)))
        let server = path.number(0...count - 1)
        if path.number(0...9) == 0 { errors[server] = .milliseconds(path.number(-900...900)) }
        guard let sample = path.ask() else { continue }
        try machine.add(
          TimeSample(
            sent: sample.sent, received: sample.received,
            serverReceived: sample.serverReceived + errors[server],
            serverSent: sample.serverSent + errors[server], uncertainty: .zero), from: server)
        let record = TrustedTimeRecord(
          boot: BootIdentity("boot A"), deviceOffset: .zero,
          formerAgreement: machine.formerAgreement,
          servers: machine.servers.map { .init(samples: $0, asking: AskingProgress(burstLeft: 0)) })
        var restored = TrustedTimeMachine(servers: count)
        let text = try #require(record.text)
        let read = try #require(TrustedTimeRecord(text: text))
        let isRestored = restored.restore(read, boot: BootIdentity("boot A"), at: path.now)
        #expect(isRestored && restored == machine)
      }
      random = path.random
    }
  }

  @Test("A record in which one bit is flipped is not a record", .random)
  func flips() throws {
    let bytes = Array(try #require(try Self.record().text).utf8)
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << bit
        #expect(TrustedTimeRecord(text: String(decoding: changed, as: UTF8.self)) == nil)
      }
    }
  }

  @Test("No changed text is a record, and one with a checksum of its own causes no trap", .random)
  func random() throws {
    var random = SeededGenerator(for: "records of trusted time")
    let bytes = Array(try #require(try Self.record().text).utf8)
    var (restored, refused) = (0, 0)
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
      guard changed != bytes else { continue }
      let text = String(decoding: changed, as: UTF8.self)
      if TrustedTimeRecord(text: text) != nil { Issue.record("taken: \(text)") }
      guard let record = TrustedTimeRecord(text: Self.checked(text)) else {
        refused += 1
        continue
      }
      var machine = TrustedTimeMachine(servers: 3)
      let now = Moment(nanoseconds: random.nextOfAnySize())
      if machine.restore(record, boot: BootIdentity("boot A"), at: now) {
        restored += 1
        if let bound = machine.agreement?.bound { #expect(bound.earliest <= bound.latest) }
      } else {
        #expect(machine.reading(at: now).status == .unsynchronized)
      }
    }
    print("with a checksum of their own: \(restored) restored, \(refused) no records")
  }
}

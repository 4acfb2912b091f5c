import SandglassCore
import SandglassTestSupport
import SandglassTrustedTimeCore
import Testing

struct NTPPacketTests {
  private static let cookie: UInt64 = 0x0123_4567_89AB_CDEF

  /// A correct server's answer, in 2030.
  static func answer() -> NTPPacket {
    let moment = WallMoment(secondsSince1970: 1_893_456_000)
    var packet = NTPPacket(askingWith: 0)
    packet.mode = 4
    packet.stratum = 2
    packet.precision = -23
    packet.rootDelay = 655  // 10 ms
    packet.rootDispersion = 66  // 1 ms
    packet.reference = NTPTimestamp(moment - .seconds(9))
    packet.origin = NTPTimestamp(bits: cookie)
    packet.receive = NTPTimestamp(moment)
    packet.transmit = NTPTimestamp(moment + .microseconds(30))
    return packet
  }

  private static func refusal(_ change: (inout NTPPacket) -> Void) -> TimeRefusal? {
    var packet = answer()
    change(&packet)
    do throws(TimeRefusal) {
      _ = try NTPPacket(packet.bytes).answer(to: cookie)
      return nil
    } catch {
      return error
    }
  }

  @Test("A request has 48 bytes, and contains only a random number")
  func question() {
    let bytes = NTPPacket(askingWith: Self.cookie).bytes
    let cookie: [UInt8] = [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF]
    #expect(bytes == [0x23] + Array(repeating: 0, count: 39) + cookie)
  }

  @Test("An answer has the time, and the maximum error of the server")
  func answers() throws {
    let answer = try Self.answer().answer(to: Self.cookie)
    let moment = WallMoment(secondsSince1970: 1_893_456_000)
    #expect(answer.received == moment)
    #expect(
      (.microseconds(30) - .nanoseconds(1) ... .microseconds(30)).contains(answer.sent - moment))
    // 5 ms, 1 ms, and 2^-23 s.
    #expect(
      (.milliseconds(6) ... .milliseconds(6) + .microseconds(10)).contains(answer.uncertainty))
  }

  @Test("Each fault is refused with its reason")
  func refusals() {
    #expect(Self.refusal { _ in } == nil)
    #expect(Self.refusal { $0.origin = NTPTimestamp(bits: 7) } == .wrongOrigin)
    for mode in [0, 1, 2, 3, 5, 6, 7] as [UInt8] {
      #expect(Self.refusal { $0.mode = mode } == .wrongMode(mode))
    }
    for version in [0, 1, 2, 5, 6, 7] as [UInt8] {
      #expect(Self.refusal { $0.version = version } == .wrongVersion(version))
    }
    #expect(Self.refusal { $0.version = 3 } == nil)
    // Set after the answer, by 232 ns; twelve days before it, and thirteen; and never.
    let sent = WallMoment(secondsSince1970: 1_893_456_000) + .microseconds(30)
    for (distance, isBelieved) in [
      (Duration.nanoseconds(232), false), (.zero, true), (.seconds(-12 * 86_400), true),
      (.seconds(-13 * 86_400), false), (.seconds(-2 * 31_536_000), false),
    ] {
      #expect(
        Self.refusal { $0.reference = NTPTimestamp(sent + distance) }
          == (isBelieved ? nil : .unsynchronized))
    }
    #expect(Self.refusal { $0.reference = NTPTimestamp(bits: 0) } == nil)
    #expect(Self.refusal { $0.leap = 3 } == .unsynchronized)
    for stratum in [16, 17, 255] as [UInt8] {
      #expect(Self.refusal { $0.stratum = stratum } == .unsynchronized)
    }
    #expect(Self.refusal { $0.rootDispersion = 16 << 16 } == .unsynchronized)
    #expect(Self.refusal { $0.rootDelay = .max } == .unsynchronized)
    for precision in [4, 5, 127] as [Int8] {
      #expect(Self.refusal { $0.precision = precision } == .unsynchronized)
    }
    #expect(Self.refusal { $0.transmit = NTPTimestamp(bits: 0) } == .noTransmitTime)
    #expect(Self.refusal { $0.receive = NTPTimestamp(bits: 0) } == .noTransmitTime)
    #expect(
      Self.refusal { $0.transmit = NTPTimestamp(bits: $0.receive.bits - 1) } == .impossible)
    let past = NTPTimestamp(WallMoment(secondsSince1970: 1_735_689_599))
    #expect(Self.refusal { $0.receive = past } == .wrongEra)
  }

  @Test("A kiss-o'-death packet has a reason")
  func kisses() {
    func kiss(_ code: String) -> TimeRefusal? {
      Self.refusal { packet in
        packet.stratum = 0
        packet.leap = 3
        packet.referenceID = code.utf8.reduce(0) { $0 << 8 | UInt32($1) }
      }
    }
    #expect(kiss("RATE") == .rate)
    #expect(kiss("DENY") == .denied)
    #expect(kiss("RSTR") == .denied)
    #expect(kiss("INIT") == .kiss("INIT"))
    #expect(kiss("\u{1}\n\u{7f} ") == .kiss("????"))
    // chrony's answer while its clock is not synchronized.
    #expect(kiss("\0\0\0\0") == .unsynchronized)
    // A sender that has not seen the request cannot stop the requests to a server.
    #expect(
      Self.refusal {
        $0.stratum = 0
        $0.referenceID = 0x4445_4E59
        $0.origin = NTPTimestamp(bits: 1)
      } == .wrongOrigin)
  }

  @Test("A truncated packet is refused, and bytes after a packet are ignored")
  func lengths() throws {
    let bytes = Self.answer().bytes
    for count in 0..<48 {
      #expect(throws: TimeRefusal.wrongLength(count)) { try NTPPacket(Array(bytes.prefix(count))) }
    }
    #expect(try NTPPacket(bytes + [1, 2, 3]) == Self.answer())
  }

  @Test("After February 2036 the seconds wrap around, and the pivot determines the era")
  func eras() {
    // The last second of the era, the first of the next one, and 2093.
    for seconds in [1_735_689_600, 2_085_978_495, 2_085_978_496, 3_883_173_247] as [Int64] {
      let moment = WallMoment(secondsSince1970: seconds)
      #expect(NTPTimestamp(moment).moment == moment)
    }
    #expect(NTPTimestamp(WallMoment(secondsSince1970: 2_085_978_496)).bits == 0)
    for seconds in [0, 1_735_689_599, 3_883_173_248] as [Int64] {
      #expect(NTPTimestamp(WallMoment(secondsSince1970: seconds)).moment == nil)
    }
  }

  @Test("Any bytes are read without a trap, and written back unchanged", .random)
  func random() throws {
    var random = SeededGenerator(for: "NTP packets")
    for _ in 0..<repetitions(200_000) {
      var bytes = Self.answer().bytes
      for _ in 0..<random.number(0...6) {
        bytes[random.number(0...47)] = UInt8(random.number(0...255))
      }
      if random.once(in: 8) {
        for place in 0..<24 { bytes[place] = UInt8(random.number(0...255)) }
      }
      let packet = try NTPPacket(bytes)
      #expect(packet.bytes == bytes)
      guard let answer = try? packet.answer(to: Self.cookie) else { continue }
      #expect(packet.origin.bits == Self.cookie && packet.mode == 4 && packet.leap != 3)
      #expect((1...15).contains(packet.stratum))
      #expect(answer.sent >= answer.received)
      #expect((.zero ..< .seconds(16)).contains(answer.uncertainty))
    }
  }
}

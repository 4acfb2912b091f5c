import Foundation
import GoalSupport
import SandglassCore
import SandglassTrustedTime

/// T6: answers with a known fault, and randomly changed answers.
enum Fuzzed {
  static func goal(packets: Int, bodies: Int, _ random: inout Random) -> Goal {
    let faults = kinds.map { name, _, _ in name }
    var wrong = 0
    var refused = 0
    for _ in 0..<packets / 100 {
      for (_, expected, change) in kinds {
        var bytes = good(&random).bytes
        change(&bytes, &random)
        refused += 1
        if refusal(of: bytes) != expected { wrong += 1 }
      }
    }
    var believed = 0
    for _ in 0..<packets {
      var bytes = good(&random).bytes
      for _ in 0..<random.number(1...6) {
        bytes[random.number(0...47)] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.happens(inPercent: 5) { bytes.removeLast(random.number(0...48)) }
      if refusal(of: bytes) == nil { believed += 1 }
    }
    let read = readBodies(bodies, &random)
    return Goal(
      number: "T6",
      what:
        "answers with a known fault (\(faults.joined(separator: ", "))); randomly changed NTP packets and "
        + "JSON bodies",
      goal:
        "each answer with a fault refused with the right reason; no trap in 10,000,000 packets and bodies",
      measured: "\(grouped(refused - wrong)) of \(grouped(refused)) refused with the right reason; "
        + "no trap in \(grouped(packets)) packets and \(grouped(bodies)) bodies, of which "
        + "\(grouped(believed)) and \(grouped(read)) are still valid answers",
      isMet: wrong == 0 && packets + bodies >= 10_000_000)
  }

  private static let cookie: UInt64 = 0x0123_4567_89AB_CDEF

  private typealias Change = (inout [UInt8], inout Random) -> Void

  private nonisolated(unsafe) static let kinds: [(String, TimeRefusal, Change)] = [
    (
      "forged", .wrongOrigin,
      { bytes, random in bytes[24 + random.number(0...7)] ^= 1 << UInt8(random.number(0...7)) }
    ),
    (
      "replayed", .wrongOrigin,
      { bytes, _ in for place in 24..<32 { bytes[place] = ~bytes[place] } }
    ),
    ("truncated", .wrongLength(47), { bytes, _ in bytes.removeLast() }),
    ("RATE", .rate, { bytes, _ in kiss("RATE", &bytes) }),
    ("DENY", .denied, { bytes, _ in kiss("DENY", &bytes) }),
    ("RSTR", .denied, { bytes, _ in kiss("RSTR", &bytes) }),
    ("stratum 0", .kiss("INIT"), { bytes, _ in kiss("INIT", &bytes) }),
    ("stratum 16", .unsynchronized, { bytes, _ in bytes[1] = 16 }),
    ("leap 3", .unsynchronized, { bytes, _ in bytes[0] |= 0xC0 }),
    ("mode 3", .wrongMode(3), { bytes, _ in bytes[0] = bytes[0] & 0xF8 | 3 }),
    (
      "no transmit time", .noTransmitTime, { bytes, _ in for place in 40..<48 { bytes[place] = 0 } }
    ),
    (
      "sent before the request was received", .impossible,
      { bytes, _ in
        bytes[43] &-= 1; if bytes[43] == 255 { bytes[42] &-= 1 }
      }
    ),
    ("another era", .wrongEra, { bytes, _ in for place in [32, 40] { bytes[place] = 0xB0 } }),
  ]

  private static func kiss(_ code: String, _ bytes: inout [UInt8]) {
    bytes[1] = 0
    bytes.replaceSubrange(12..<16, with: code.utf8)
  }

  private static func good(_ random: inout Random) -> NTPPacket {
    let moment =
      WallMoment(secondsSince1970: 1_893_456_000) + .seconds(random.number(0...100_000_000))
    var packet = NTPPacket(askingWith: 0)
    packet.mode = 4
    packet.stratum = UInt8(random.number(1...15))
    packet.precision = -23
    packet.origin = NTPTimestamp(bits: cookie)
    packet.receive = NTPTimestamp(moment)
    packet.transmit = NTPTimestamp(moment + .microseconds(random.number(0...900)))
    return packet
  }

  private static func refusal(of bytes: [UInt8]) -> TimeRefusal? {
    do throws(TimeRefusal) {
      _ = try NTPPacket(bytes).answer(to: cookie)
      return nil
    } catch {
      return error
    }
  }

  private static func readBodies(_ count: Int, _ random: inout Random) -> Int {
    let good = Array(
      #"{"receive":1893456000000001,"transmit":1893456000000013,"uncertainty":500}"#.utf8)
    var read = 0
    for _ in 0..<count {
      var body = good
      for _ in 0..<random.number(1...3) {
        let place = random.number(0...body.count - 1)
        switch random.number(0...2) {
        case 0: body[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: body.insert(UInt8(random.number(0x2B...0x39)), at: place)
        default: body.remove(at: place)
        }
      }
      if (try? ServerTimes(body: Data(body))) != nil { read += 1 }
    }
    return read
  }
}

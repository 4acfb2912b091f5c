import Foundation
import SandglassCore
import SandglassTrustedTimeCore

extension FuzzTarget {
  /// The cookie of the request. Packets that repeat it can be valid answers.
  private static let cookie: UInt64 = 0x0123_4567_89AB_CDEF

  /// The bytes of a valid answer.
  static var packet: [UInt8] {
    let moment = WallMoment(secondsSince1970: 1_893_456_000)
    var packet = NTPPacket(askingWith: 0)
    packet.mode = 4
    packet.stratum = 2
    packet.precision = -23
    packet.origin = NTPTimestamp(bits: cookie)
    packet.receive = NTPTimestamp(moment)
    packet.transmit = NTPTimestamp(moment)
    return packet.bytes
  }

  static func readPacket(_ bytes: [UInt8]) {
    do throws(TimeRefusal) {
      let packet = try NTPPacket(bytes)
      precondition(packet.bytes == Array(bytes.prefix(NTPPacket.size)))
      let answer = try packet.answer(to: cookie)
      precondition(packet.mode == 4 && packet.leap != 3 && (1...15).contains(packet.stratum))
      precondition(packet.origin.bits == cookie)
      bound(answer.received, answer.sent, answer.uncertainty)
    } catch {
      precondition(!error.description.isEmpty)
    }
  }

  static func readServerTimes(_ bytes: [UInt8]) {
    do throws(TimeRefusal) {
      let times = try ServerTimes(body: Data(bytes))
      precondition(TimeEra.has(times.received) && TimeEra.has(times.sent))
      bound(times.received, times.sent, times.uncertainty)
    } catch {
      precondition(!error.description.isEmpty)
    }
  }

  static func readTrustedTime(_ text: String) {
    guard let record = TrustedTimeRecord(text: text) else { return }
    if let written = record.text { precondition(TrustedTimeRecord(text: written) == record) }
    for now in [Moment.origin, Moment(nanoseconds: 7_000_000_000), .distantFuture] {
      var machine = TrustedTimeMachine(servers: record.servers.count)
      let isRestored = machine.restore(record, boot: record.boot, at: now)
      precondition(isRestored || machine.reading(at: now).interval == nil)
    }
  }

  /// Creates a bound from an answer, and reads it at other moments.
  private static func bound(_ received: WallMoment, _ sent: WallMoment, _ uncertainty: Duration) {
    let sample = TimeSample(
      sent: .origin, received: Moment(nanoseconds: 80_000_000), serverReceived: received,
      serverSent: sent, uncertainty: uncertainty)
    guard let bound = try? OffsetBound(sample) else { return }
    for now in [Moment.origin, .distantFuture] {
      precondition(!bound.wall(at: now, drift: .standard).isEmpty)
    }
  }
}

public import SandglassCore

/// What is kept of a trusted clock across processes of one boot: the steady clock begins anew with the next.
public struct TrustedTimeRecord: Sendable, Hashable {
  /// The boot in which it holds.
  public let boot: BootIdentity

  /// What each server has said, in their order; nil for one that has not answered.
  public let servers: [ServerSamples?]

  /// How far the device's wall clock was from its steady clock when the clock was first looked at.
  public let deviceOffset: Duration

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - boot: The boot in which it holds.
  ///   - servers: What each server has said, in their order.
  ///   - deviceOffset: How far the device's wall clock was from its steady clock.
  public init(boot: BootIdentity, servers: [ServerSamples?], deviceOffset: Duration) {
    self.boot = boot
    self.servers = servers
    self.deviceOffset = deviceOffset
  }
}

// MARK: - As text

extension TrustedTimeRecord {
  private static let heading = "sandglass trusted time 1"
  private static let ending = "end"

  /// The record as a text of a few lines; nil if the identity of the boot is none of one line.
  ///
  /// Bounds are rounded outwards to nanoseconds.
  public var text: String? {
    guard !boot.text.utf8.contains(where: { $0 < 0x20 }) else { return nil }
    var text = "\(Self.heading)\nboot \(boot.text)\n"
    text += "device \(String(deviceOffset.nanosecondsRoundedDown))\n"
    for server in servers {
      guard let server, let bound = server.bound, let confirmed = server.confirmed else {
        text += "server\n"
        continue
      }
      text += "server \(String(bound.earliest.nanosecondsRoundedDown))"
      text += " \(String(bound.latest.nanosecondsRoundedUp))"
      text += " \(String(bound.moment.nanoseconds)) \(String(confirmed.nanoseconds))\n"
    }
    return text + Self.ending + "\n"
  }

  /// Reads a record; nil for a text that is none, or not whole, or whose numbers cannot be.
  ///
  /// - Parameter text: What ``text`` has written.
  public init?(text: String) {
    var lines = text.utf8
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard lines.count >= 5, lines.removeFirst() == Self.heading, lines.popLast() == "",
      lines.popLast() == Self.ending,
      let boot = Self.rest(of: lines.removeFirst(), after: "boot "),
      let device = Self.rest(of: lines.removeFirst(), after: "device ").flatMap({ Int128($0) })
    else { return nil }
    var servers: [ServerSamples?] = []
    for line in lines {
      if line == "server" {
        servers.append(nil)
      } else if let samples = Self.samples(line) {
        servers.append(samples)
      } else {
        return nil
      }
    }
    self.init(
      boot: BootIdentity(boot), servers: servers,
      deviceOffset: Duration(nanoseconds: device))
  }

  private static func samples(_ line: String) -> ServerSamples? {
    guard let rest = rest(of: line, after: "server ") else { return nil }
    let words = rest.utf8.split(separator: UInt8(ascii: " "))
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 4, let earliest = Int128(words[0]), let latest = Int128(words[1]),
      let moment = UInt64(words[2]), let confirmed = UInt64(words[3]), confirmed <= moment,
      let bound = OffsetBound(
        earliest: Duration(nanoseconds: earliest), latest: Duration(nanoseconds: latest),
        at: Moment(nanoseconds: moment))
    else { return nil }
    return ServerSamples(bound: bound, confirmed: Moment(nanoseconds: confirmed))
  }

  private static func rest(of line: String, after start: String) -> String? {
    guard line.utf8.starts(with: start.utf8) else { return nil }
    return String(decoding: line.utf8.dropFirst(start.utf8.count), as: UTF8.self)
  }
}

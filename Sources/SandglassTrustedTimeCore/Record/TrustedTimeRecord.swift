public import SandglassCore

/// The record of a trusted clock, for processes that start later during the same boot. It is not valid after a reboot,
/// because the steady clock restarts.
public struct TrustedTimeRecord: Sendable, Hashable {
  /// The boot in which the record is valid.
  public let boot: BootIdentity

  /// The samples of each server, in the order of the servers; nil for a server that has not answered.
  public let servers: [ServerSamples?]

  /// The difference between the device's wall clock and its steady clock when the trusted clock was created.
  public let deviceOffset: Duration

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - boot: The boot in which the record is valid.
  ///   - servers: The samples of each server, in the order of the servers.
  ///   - deviceOffset: The difference between the device's wall clock and its steady clock.
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

  /// The record as a string of a few lines, or nil if the boot's identity contains a control character such as a line
  /// break.
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

  /// Parses a record. Returns nil if the string is not a record, is incomplete, or contains impossible numbers.
  ///
  /// - Parameter text: The string that ``text`` returned.
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

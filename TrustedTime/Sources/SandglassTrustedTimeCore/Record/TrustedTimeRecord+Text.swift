import SandglassCore

extension TrustedTimeRecord {
  private static let heading = "sandglass trusted time 5"
  private static let ending = "checksum "

  /// The maximum size of a record's text, in bytes. A server takes at most 2,000.
  public static let longestText = 100_000

  /// The record as a string of a few lines, the last of which is a checksum of the others. It is nil if the boot's
  /// identity contains a control character such as a line break, or if the string would have more than 100,000 bytes.
  ///
  /// Bounds are rounded outwards to nanoseconds.
  public var text: String? {
    guard !boot.text.utf8.contains(where: { $0 < 0x20 }) else { return nil }
    var lines = [Self.heading, "boot \(boot.text)"]
    lines.append("device \(deviceOffset.roundedDown.secondsText)")
    lines.append(Self.line("agreement", formerAgreement?.words ?? []))
    lines += servers.map { Self.line("server", $0.words) }
    let content = lines.joined(separator: "\n") + "\n"
    let text = content + "\(Self.ending)\(Checksum(of: content.utf8).text)\n"
    return text.utf8.count <= Self.longestText ? text : nil
  }

  private static func line(_ name: String, _ words: [String]) -> String {
    ([name] + words).joined(separator: " ")
  }

  /// Parses a record. Returns nil if the string is not a record, has more than 100,000 bytes, is incomplete, does not have
  /// its checksum, or contains impossible numbers.
  ///
  /// - Parameter text: The string that ``text`` returned.
  public init?(text: String) {
    guard text.utf8.count <= Self.longestText, let content = Self.checked(text) else { return nil }
    var lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard lines.count >= 5, lines.removeFirst() == Self.heading, lines.popLast() == "",
      let boot = Self.rest(of: lines.removeFirst(), after: "boot "),
      let device = Self.rest(of: lines.removeFirst(), after: "device ").flatMap(RecordWords.time),
      var agreed = RecordWords(lines.removeFirst(), of: "agreement")
    else { return nil }
    var agreement: TrustedAgreement?
    if !agreed.isEmpty {
      agreement = agreed.agreement()
      if agreement == nil { return nil }
    }
    var servers: [Server] = []
    for line in lines {
      guard var words = RecordWords(line, of: "server"), let server = words.server()
      else { return nil }
      servers.append(server)
    }
    self.init(
      boot: BootIdentity(boot), deviceOffset: device,
      formerAgreement: agreement, servers: servers)
  }

  /// Returns the lines before the checksum, or nil if the checksum is another one.
  private static func checked(_ text: String) -> Substring.UTF8View? {
    let length = ending.utf8.count + 17
    let content = text.utf8.dropLast(length)
    let last = "\(ending)\(Checksum(of: content).text)\n"
    return text.utf8.suffix(length).elementsEqual(last.utf8) ? content : nil
  }

  private static func rest(of line: String, after start: String) -> String? {
    guard line.utf8.starts(with: start.utf8) else { return nil }
    return String(decoding: line.utf8.dropFirst(start.utf8.count), as: UTF8.self)
  }
}

// MARK: - Writing

extension TrustedTimeRecord.Server {
  fileprivate static let noRefusal = "none"

  fileprivate var words: [String] {
    var words = [asking.burstLeft, asking.failures, asking.rateRefusals].map { String($0) }
    words += [asking.next, asking.barrier, asking.spent, asking.asked].map {
      String($0.nanoseconds)
    }
    words.append(asking.isUnderWay.word)
    words += refusal.map { [$0.reason.word, String($0.moment.nanoseconds)] } ?? [Self.noRefusal]
    for bounds in [samples.agreeing, samples.disputing] {
      words += [String(bounds.count)] + bounds.flatMap { $0.words }
    }
    return words
  }
}

extension TrustedAgreement {
  fileprivate var words: [String] { bound.words + [isConfirmed.word] }
}

extension OffsetBound {
  fileprivate var words: [String] {
    [
      earliest.roundedDown.secondsText, latest.roundedUp.secondsText,
      String(moment.nanoseconds),
    ]
  }
}

extension Bool {
  fileprivate var word: String { self ? "yes" : "no" }
}

// MARK: - Reading

/// The words of a line that are still to be read. Each method returns nil if the next words are not what it reads.
private struct RecordWords {
  private var rest: ArraySlice<String>

  init?(_ line: String, of name: String) {
    rest =
      line.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }[...]
    guard rest.popFirst() == name else { return nil }
  }

  private mutating func number<Number: FixedWidthInteger>() -> Number? {
    rest.popFirst().flatMap { Number($0) }
  }

  static func time(_ word: String) -> Duration? { .seconds(written: word[...], places: 9) }

  private mutating func time() -> Duration? { rest.popFirst().flatMap(Self.time) }

  private mutating func moment() -> Moment? { number().map { Moment(nanoseconds: $0) } }

  private mutating func flag() -> Bool? {
    switch rest.popFirst() {
    case "yes": true
    case "no": false
    default: nil
    }
  }

  private mutating func bound() -> OffsetBound? {
    guard let earliest = time(), let latest = time(), let moment = moment() else { return nil }
    return OffsetBound(earliest: earliest, latest: latest, at: moment)
  }

  /// Reads some bounds after their number.
  private mutating func bounds() -> [OffsetBound]? {
    guard let count: Int = number(), (0...ServerSamples.most).contains(count) else { return nil }
    var bounds: [OffsetBound] = []
    for _ in 0..<count {
      guard let bound = bound() else { return nil }
      bounds.append(bound)
    }
    return bounds
  }

  var isEmpty: Bool { rest.isEmpty }

  /// Reads the whole line of an agreement.
  mutating func agreement() -> TrustedAgreement? {
    guard let bound = bound(), let isConfirmed = flag(), rest.isEmpty else { return nil }
    return TrustedAgreement(bound: bound, isConfirmed: isConfirmed, isCurrent: false)
  }

  /// Reads the whole line of a server.
  mutating func server() -> TrustedTimeRecord.Server? {
    guard let asking = asking() else { return nil }
    var refusal: ServerRefusal?
    if rest.first == TrustedTimeRecord.Server.noRefusal {
      rest.removeFirst()
    } else {
      refusal = self.refusal()
      if refusal == nil { return nil }
    }
    guard let samples = samples(), rest.isEmpty else { return nil }
    return TrustedTimeRecord.Server(samples: samples, asking: asking, refusal: refusal)
  }

  private mutating func refusal() -> ServerRefusal? {
    guard let reason = rest.popFirst().flatMap({ TimeRefusal(word: $0) }), let moment = moment()
    else { return nil }
    return ServerRefusal(reason, at: moment)
  }

  private mutating func asking() -> AskingProgress? {
    guard let burstLeft: Int = number(), let failures: Int = number(),
      let rateRefusals: Int = number(), let next = moment(), let barrier = moment(),
      let spent = moment(), let asked = moment(), let isUnderWay = flag()
    else { return nil }
    return AskingProgress(
      burstLeft: burstLeft, next: next, barrier: barrier, spent: spent, asked: asked,
      failures: failures, rateRefusals: rateRefusals, isUnderWay: isUnderWay)
  }

  private mutating func samples() -> ServerSamples? {
    guard let agreeing = bounds(), let disputing = bounds() else { return nil }
    return ServerSamples(agreeing: agreeing, disputing: disputing)
  }
}

import SandglassTestSupport

/// What a server sends after a request: nearly an HTTP answer, cut into parts, and then the end of the connection or not.
struct GeneratedAnswer {
  /// What follows the last part.
  enum Ending {
    /// The connection is closed.
    case close

    /// The connection is closed so that the client receives an error.
    case reset

    /// The connection stays open, for another request.
    case open
  }

  private(set) var parts: [[UInt8]] = []
  private(set) var ending = Ending.close

  private var random: SeededGenerator
  private let nonce: String
  private let microseconds: Int64

  /// The same seed makes the same answer again, apart from the time and the nonce. A plain answer is valid HTTP, and has
  /// nothing that makes URLSession trap on Linux: no trailers, and no head without its end.
  init(seed: UInt64, nonce: String, microseconds: Int64, isPlain: Bool) {
    random = SeededGenerator(seed: seed)
    self.nonce = nonce
    self.microseconds = microseconds
    var bytes = self.bytes(isPlain: isPlain)
    if !isPlain, random.once(in: 4) { bytes = cut(bytes) }
    if !isPlain, random.once(in: 6) { bytes = mutated(bytes) }
    if !isPlain, random.once(in: 12) { bytes += noise(atMost: 200) }
    parts = split(bytes)
    // After a reset, a client may lose what has arrived. A plain answer may end with the connection.
    let endings =
      [.close, .close, .close, .close, .close, .close, .close, .reset, .open] as [Ending]
    ending = isPlain ? .close : endings[random.number(0...endings.count - 1)]
  }

  private mutating func bytes(isPlain: Bool) -> [UInt8] {
    if !isPlain, random.once(in: 40) { return noise(atMost: 3000) }
    var text = ""
    for _ in 0..<(random.once(in: 6) ? random.number(1...3) : 0) { text += interim(isPlain) }
    let body = self.body()
    let isChunked = random.once(in: 3)
    text += statusLine(isPlain)
    var fields = (0..<random.number(0...4)).map { _ in field(isPlain) }
    fields += framing(body.utf8.count, isChunked: isChunked, isPlain)
    text += fields.shuffled(using: &random).joined()
    text += "\r\n"
    text += isChunked ? chunked(body, isPlain) : body
    return Array(text.utf8)
  }
}

// MARK: - The head

extension GeneratedAnswer {
  private mutating func statusLine(_ isPlain: Bool) -> String {
    let version = ["1.1", "1.1", "1.1", "1.1", "1.0", "2", "0.9", "9.9", "1"][
      random.number(0...(isPlain ? 3 : 8))]
    let code =
      random.once(in: 2)
      ? 200
      : [
        200, 200, 204, 206, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 407, 408, 410, 421,
        425, 426, 429, 500, 502, 503, 511, 599, 999, 0, 199, 299, 600, random.number(0...9999),
      ][random.number(0...(isPlain ? 25 : 31))]
    let reason = [" OK", "", " ", " Ünbekannt", " a: b"][random.number(0...(isPlain ? 0 : 4))]
    return "HTTP/\(version) \(code)\(reason)\r\n"
  }

  private mutating func interim(_ isPlain: Bool) -> String {
    guard !isPlain else { return "" }
    let code = [100, 101, 102, 103, 104, 150, 199][random.number(0...6)]
    let link = random.once(in: 2) ? "Link: </a>; rel=preload\r\n" : ""
    let length = random.once(in: 6) ? "Content-Length: 3\r\n" : ""
    return "HTTP/1.1 \(code) Wait\r\n\(link)\(length)\r\n"
  }

  private mutating func framing(_ length: Int, isChunked: Bool, _ isPlain: Bool) -> [String] {
    if isChunked {
      let encodings = ["chunked", "Chunked", "gzip, chunked", "chunked, chunked", "identity"]
      let encoding = encodings[random.number(0...(isPlain ? 1 : 4))]
      let length = !isPlain && random.once(in: 8) ? ["Content-Length: \(length)\r\n"] : []
      return ["Transfer-Encoding: \(encoding)\r\n"] + length
    }
    if random.once(in: 8) { return [] }
    let wrong = [
      "\(length + 1)", "\(max(0, length - 1))", "0", "-1", "99999999999999999999", "0x10",
      "\(length), \(length)", "\(length)\r\nContent-Length: \(length + 1)", "", "+\(length)",
    ]
    let value = random.once(in: 8) && !isPlain ? wrong[random.number(0...9)] : "\(length)"
    return ["Content-Length: \(value)\r\n"]
  }

  private mutating func field(_ isPlain: Bool) -> String {
    let valid = [
      "Connection: close", "Connection: keep-alive", "Date: Thu, 26 Nov 2026 20:00:00 GMT",
      "Cache-Control: no-store", "Set-Cookie: a=b; Path=/", "Server: any",
      "Content-Type: application/json", "Age: 3", "X-Cache: HIT from a", "X-Cache: MISS from hit",
      "Cache-Status: a; hit", "Location: /other", "Location: http://127.0.0.1:1/", "Location:",
      "WWW-Authenticate: Basic realm=\"a\"",
      "Proxy-Authenticate: Digest realm=\"a\", nonce=\"b\"", "Trailer: X",
      "Alt-Svc: h3=\":443\"", "Retry-After: 1", "X-Empty:",
      "X-Long: " + String(repeating: "y", count: random.number(0...9000)),
    ]
    let others = [
      "Upgrade: websocket", "Connection: Upgrade", "Content-Encoding: gzip",
      "Keep-Alive: timeout=0, max=0", "X-Folded: a\r\n  b", "X-Latin: \u{E9}", "X Space: a",
      ": no name", "no colon", "X-Null: \u{0}",
    ]
    let fields = !isPlain && random.once(in: 8) ? others : valid
    let end = !isPlain && random.once(in: 30) ? "\n" : "\r\n"
    return fields[random.number(0...fields.count - 1)] + end
  }
}

// MARK: - The body

extension GeneratedAnswer {
  private mutating func body() -> String {
    let good =
      #"{"receive":\#(microseconds),"transmit":\#(microseconds),"uncertainty":3000000,"nonce":"\#(nonce)"}"#
    switch random.number(0...9) {
    case 0: return ""
    case 1: return "<html>Log in first</html>"
    case 2: return good + String(repeating: " ", count: random.number(0...3000))
    case 3: return good.replacing(nonce, with: "old").replacing("0", with: "1")
    case 4: return String(good.prefix(random.number(0...good.count)))
    default: return good
    }
  }

  private mutating func chunked(_ body: String, _ isPlain: Bool) -> String {
    var text = ""
    var rest = Array(body.utf8)[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(random.number(1...max(1, rest.count)))
      rest = rest.dropFirst(chunk.count)
      let size = chunk.count + (!isPlain && random.once(in: 40) ? random.number(-1...1) : 0)
      // A chunk's extensions have names (RFC 9112, section 7.1.1).
      let notes = [";a", ";a=b;c=\"d\"", ";\"q\"", "  ", "\t;"]
      let note = random.once(in: 8) ? notes[random.number(0...(isPlain ? 1 : 4))] : ""
      text += String(max(0, size), radix: 16, uppercase: random.once(in: 2)) + note + "\r\n"
      text += String(decoding: chunk, as: UTF8.self) + "\r\n"
    }
    if !isPlain, random.once(in: 12) { return text + "ffffffffffffffff\r\n" }
    text += String(repeating: "0", count: random.number(1...3)) + "\r\n"
    for _ in 0..<(isPlain ? 0 : random.number(0...3)) { text += field(isPlain) }
    return text + "\r\n"
  }
}

// MARK: - Damage

extension GeneratedAnswer {
  private mutating func cut(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes.prefix(random.number(0...bytes.count)))
  }

  private mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    // Only in the head: anyone who can change the body and knows the nonce could be the server.
    let end = Self.endOfHead(bytes)
    guard end > 0 else { return bytes }
    for _ in 0..<random.number(1...3) {
      let place = random.number(0...end - 1)
      switch random.number(0...2) {
      case 0: bytes[place] = UInt8(random.number(0...255))
      case 1: bytes.insert(UInt8(random.number(0...127)), at: place)
      default: bytes[place] ^= 1 << random.number(0...7)
      }
    }
    return bytes
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int {
    let ends = Array("\r\n\r\n".utf8)
    return bytes.indices.first { bytes[$0...].starts(with: ends) } ?? bytes.count
  }

  private mutating func split(_ bytes: [UInt8]) -> [[UInt8]] {
    let places = (0..<[0, 0, 1, 2, 8][random.number(0...4)]).map { _ in
      random.number(0...bytes.count)
    }.sorted()
    let edges = [0] + places + [bytes.count]
    return zip(edges, edges.dropFirst()).map { Array(bytes[$0..<$1]) }.filter { !$0.isEmpty }
  }

  private mutating func noise(atMost count: Int) -> [UInt8] {
    (0..<random.number(0...count)).map { _ in UInt8(random.number(0...255)) }
  }
}

#if SERVER
  import Crypto
  import Foundation
  import Sandglass
  import SandglassTestSupport
  import Testing

  @testable import SandglassServer

  struct DeadlineSignerTests {
    private static let end = WallMoment(secondsSince1970: 1_893_456_000)

    private static func key(_ id: String, _ byte: UInt8 = 7) throws -> DeadlineKey {
      try DeadlineKey(id: id, secret: [UInt8](repeating: byte, count: 32))
    }

    private static func signer() throws -> DeadlineSigner {
      try DeadlineSigner(signing: key("2026-11"))
    }

    @Test("A token is the version, the key's id, the payload, and HMAC-SHA256 of what comes before")
    func format() throws {
      let token = try Self.signer().sign(Deadline("sale-17", end: Self.end)).token
      let payload = Data("1893456000000000,,sale-17".utf8).base64EncodedString()
        .replacing("=", with: "")
      let signed = "v1.2026-11.\(payload)"
      let secret = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
      let code = Data(HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: secret))
        .base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
      #expect(token == "\(signed).\(code)")
    }

    @Test("A token with an opening, commas and other letters in the name returns the same deadline")
    func roundTrip() throws {
      let signer = try Self.signer()
      for name in ["sale-17", ",,", "спринт, 終わり", String(repeating: "x", count: 200)] {
        for opening in [nil, Self.end - .seconds(3600)] {
          let deadline = Deadline(name, opening: opening, end: Self.end)
          #expect(try signer.verify(signer.sign(deadline).token) == deadline)
        }
      }
    }

    @Test("The longest token is accepted, for any instants")
    func longest() throws {
      let key = try Self.key(String(repeating: "k", count: 64))
      let signer = try DeadlineSigner(signing: key)
      let first = WallMoment(nanosecondsSince1970: .min)
      let deadline = Deadline(String(repeating: "x", count: 200), opening: first, end: first)
      let token = try signer.sign(deadline).token
      #expect(token.utf8.count <= DeadlineSigner.longestToken)
      #expect(try signer.verify(token) == deadline)
    }

    @Test("Keys rotate: a new key signs, and the old one verifies until it is removed")
    func rotation() throws {
      let (old, new) = (try Self.key("2026-10", 1), try Self.key("2026-11", 2))
      let deadline = Deadline("sale-17", end: Self.end)
      let token = try DeadlineSigner(signing: old).sign(deadline).token
      let rotated = try DeadlineSigner(signing: new, accepting: [old])
      #expect(try rotated.verify(token) == deadline)
      #expect(try rotated.sign(deadline).token.hasPrefix("v1.2026-11."))
      #expect(throws: DeadlineRefusal.unknownKey("2026-10")) {
        try DeadlineSigner(signing: new).verify(token)
      }
      let namesake = try DeadlineSigner(signing: Self.key("2026-10", 3))
      #expect(throws: DeadlineRefusal.wrongSignature) { try namesake.verify(token) }
    }

    @Test("Each fault of a token has its refusal")
    func refusals() throws {
      let signer = try Self.signer()
      let token = try signer.sign(Deadline("sale-17", end: Self.end)).token
      let parts = token.split(separator: ".").map(String.init)
      func joined(_ version: String, _ key: String, _ payload: String, _ code: String) -> String {
        [version, key, payload, code].joined(separator: ".")
      }
      let later = Base64URL.encode("1893459600000000,,sale-17".utf8)
      let faults: [(String, DeadlineRefusal)] = [
        ("", .wrongLength(0)),
        (String(repeating: "x", count: 513), .wrongLength(513)),
        ("....", .malformed), ("v1", .malformed), ("v1.2026-11", .malformed),
        (token + ".", .malformed), (token + "=", .malformed), ("é" + token, .malformed),
        (joined("v2", parts[1], parts[2], parts[3]), .unknownVersion("v2")),
        (joined("w1", parts[1], parts[2], parts[3]), .unknownVersion("w1")),
        (joined("v1", "2026 11", parts[2], parts[3]), .malformed),
        (
          joined("v1", "2026-12", parts[2], parts[3]),
          .unknownKey("2026-12")
        ),
        (
          joined("v1", parts[1], String(decoding: later, as: UTF8.self), parts[3]), .wrongSignature
        ),
        (joined("v1", parts[1], parts[2], ""), .wrongSignature),
        (joined("v1", parts[1], parts[2], String(parts[3].dropLast(3))), .wrongSignature),
        (joined("v1", parts[1], "", parts[3]), .wrongSignature),
      ]
      for (token, refusal) in faults {
        #expect(throws: refusal, "\(token)") { try signer.verify(token) }
        #expect(!refusal.description.isEmpty)
      }
    }

    @Test("A payload that is signed, but not by this code, is malformed")
    func payloads() throws {
      let signer = try Self.signer()
      let secret = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
      let payloads = [
        "", ",", ",,", "1", "1,2", "x,,sale", "+1,,sale", "01,,sale", "-0,,sale", "1, ,sale",
        "1,x,sale", "99999999999999999999,,sale",
      ]
      for payload in payloads {
        let signed = Array("v1.2026-11.".utf8) + Base64URL.encode(payload.utf8)
        let code = HMAC<SHA256>.authenticationCode(for: signed, using: secret)
        let token = signed + [UInt8(ascii: ".")] + Base64URL.encode(code)
        #expect(throws: DeadlineRefusal.malformed, "\(payload)") {
          try signer.verify(String(decoding: token, as: UTF8.self))
        }
      }
      #expect(Deadline(payload: [UInt8(ascii: "1"), 44, 44, 0xFF]) == nil)
    }

    @Test("Wrong keys and names are refused with the value")
    func signingErrors() throws {
      for id in ["", "a b", "a.b", "é", String(repeating: "k", count: 65)] {
        #expect(throws: DeadlineSigningError.keyID(bytes: id.utf8.count)) { try Self.key(id) }
      }
      #expect(throws: DeadlineSigningError.secret(bytes: 31)) {
        try DeadlineKey(id: "a", secret: [UInt8](repeating: 1, count: 31))
      }
      #expect(throws: DeadlineSigningError.duplicateKeyID("a")) {
        try DeadlineSigner(signing: Self.key("a", 1), accepting: [Self.key("a", 2)])
      }
      for count in [0, 201] {
        #expect(throws: DeadlineSigningError.name(bytes: count)) {
          try Self.signer().sign(Deadline(String(repeating: "x", count: count), end: Self.end))
        }
      }
    }

    @Test("No description has the secret, also if it was passed as the id")
    func secrecy() throws {
      let key = try Self.key("2026-11")
      #expect("\(key)" == "key 2026-11")
      #expect("\(try DeadlineSigner(signing: key))".contains("key 2026-11"))
      var dumped = ""
      dump(key, to: &dumped)
      #expect(dumped == "- key 2026-11\n")
      let secret = "c2VjcmV0/secret+secret/secret+secret=="
      let error = try #require(throws: DeadlineSigningError.self) {
        try DeadlineKey(id: secret, secret: "2026-11".utf8)
      }
      #expect(!"\(error) \(String(reflecting: error))".contains("secret+secret"))
    }

    @Test("Names that look the same and have other bytes are other names")
    func canonicalEquivalence() {
      let (one, other) = (
        Deadline("caf\u{E9}", end: Self.end), Deadline("cafe\u{301}", end: Self.end)
      )
      #expect(one.name == other.name)
      #expect(one != other && Set([one, other]).count == 2)
      #expect(one == Deadline("caf\u{E9}", end: Self.end))
    }

    @Test("The screen reads the deadline from JSON")
    func json() throws {
      let signer = try Self.signer()
      let signed = try signer.sign(
        Deadline("sale-17", opening: Self.end - .seconds(3600), end: Self.end))
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      #expect(
        String(decoding: try encoder.encode(signed), as: UTF8.self)
          == #"{"endsAt":1893456000000000,"name":"sale-17","opensAt":1893452400000000,"token":""#
          + signed.token + #""}"#)
    }
  }
#endif

#if SERVER
  import Sandglass
  import SandglassServer
  import SandglassTestSupport
  import Testing

  /// Changed tokens: none may verify that was not signed, and none may trap.
  struct DeadlineTokenRandomTests {
    @Test("No changed token is accepted", .random)
    func changed() throws {
      var random = SeededGenerator(for: "DeadlineTokenRandomTests.changed")
      let old = try DeadlineKey(id: "old", secret: Self.bytes(32, using: &random))
      let new = try DeadlineKey(id: "new", secret: Self.bytes(48, using: &random))
      let signers = [
        try DeadlineSigner(signing: new, accepting: [old]),
        try DeadlineSigner(signing: old, accepting: [new]),
      ]
      let deadlines = (0..<64).map { _ in Self.deadline(using: &random) }
      let signed = try deadlines.flatMap { deadline in
        try signers.map { try $0.sign(deadline) }
      }
      let tokens = Dictionary(signed.map { ($0.token, $0.deadline) }) { first, _ in first }
      var accepted = 0
      for _ in 0..<repetitions(500_000, atLeast: 5000) {
        let changed = Self.changed(signed, using: &random)
        do throws(DeadlineRefusal) {
          let deadline = try signers[0].verify(changed)
          if tokens[changed] != deadline { Issue.record("accepted: \(changed)") }
          accepted += 1
        } catch {
          if tokens[changed] != nil { Issue.record("refused: \(changed), \(error)") }
        }
      }
      // Some changes change nothing, which shows that the loop can accept.
      #expect(accepted > 0)
    }

    private static let alphabet = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)

    private static func deadline(using random: inout SeededGenerator) -> Deadline {
      let name = String(repeating: "s", count: random.number(1...200))
      let end = WallMoment(nanosecondsSince1970: random.extremeInteger(bits: 70))
      return Deadline(name, opening: random.once(in: 2) ? end - .seconds(60) : nil, end: end)
    }

    private static func bytes(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
      (0..<count).map { _ in UInt8(random.number(0...255)) }
    }

    private static func changed(
      _ signed: [SignedDeadline], using random: inout SeededGenerator
    ) -> String {
      var text = Array(signed[random.number(0...signed.count - 1)].token.utf8)
      switch random.number(0...6) {
      case 0: text = bytes(random.number(0...600), using: &random)
      case 1: text.removeLast(random.number(0...text.count))
      case 2:
        // The parts of two tokens, mixed.
        var parts = text.split(separator: UInt8(ascii: "."))
        let other = Array(signed[random.number(0...signed.count - 1)].token.utf8)
          .split(separator: UInt8(ascii: "."))
        let place = random.number(0...3)
        parts[place] = other[place]
        text = Array(parts.joined(separator: [UInt8(ascii: ".")]))
      case 3: text.insert(UInt8(random.number(0...255)), at: random.number(0...text.count))
      case 4: text.remove(at: random.number(0...text.count - 1))
      case 5: text[text.count - 1] ^= 1 << UInt8(random.number(0...7))
      default:
        for _ in 0..<random.number(1...3) {
          let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)
          text[random.number(0...text.count - 1)] = alphabet[random.number(0...alphabet.count - 1)]
        }
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
#endif

import Foundation
import SandglassTestSupport
import Testing

@testable import SandglassServer

struct Base64URLTests {
  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: Base64URL.encode(bytes), as: UTF8.self)
  }

  @Test("The vectors of RFC 4648, section 10, without padding")
  func vectors() {
    let vectors = [
      "": "", "f": "Zg", "fo": "Zm8", "foo": "Zm9v", "foob": "Zm9vYg", "fooba": "Zm9vYmE",
      "foobar": "Zm9vYmFy",
    ]
    for (bytes, encoded) in vectors {
      #expect(Self.text(Array(bytes.utf8)) == encoded)
      #expect(Base64URL.decode(Array(encoded.utf8)) == Array(bytes.utf8))
    }
  }

  @Test("Foundation encodes the same, and only what was encoded is decoded", .random)
  func random() {
    var random = SeededGenerator(for: "Base64URLTests.random")
    for _ in 0..<repetitions(300_000, atLeast: 3000) {
      let bytes = (0..<random.number(0...40)).map { _ in UInt8(random.number(0...255)) }
      let foundation = Data(bytes).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      #expect(Self.text(bytes) == foundation)
      var changed = Base64URL.encode(bytes)
      #expect(Base64URL.decode(changed) == bytes)
      guard let place = changed.indices.randomElement(using: &random) else { continue }
      changed[place] = UInt8(random.number(0...255))
      if let decoded = Base64URL.decode(changed) {
        #expect(Base64URL.encode(decoded) == changed)
      }
    }
  }
}

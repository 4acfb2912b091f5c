import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

@Suite("Law 12: changed records with a correct checksum")
struct ChangedRecordTests {
  @Test("any changed record is either read and restored, or reported as damaged, without a trap")
  func changed() throws {
    var random = SeededGenerator(for: "changed records")
    var records = RandomRecord(seed: random.next())
    let objects = try (0..<50).map { _ in try RecordFile.encode(records.next()) }
    var (valid, count) = (0, repetitions(40_000, atLeast: 400))
    for _ in 0..<count {
      let object = Self.changed(objects, &random)
      if ReadRecord.check(RecordFile.sealed(object), &random) { valid += 1 }
    }
    // Otherwise, the changes would test little but the parser of JSON. About one record of seven is valid.
    #expect((count / 40..<count).contains(valid))
  }

  /// One of the objects with a few changes. Most changes keep the structure, and change a number or a text.
  private static func changed(_ objects: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
    var object = random.element(of: objects)
    for _ in 0..<random.number(1...3) {
      let place = random.number(0...object.count - 1)
      switch random.number(0...9) {
      case 0: object[place] = UInt8(random.number(0...255))
      case 1: object.remove(at: place)
      case 2...6:
        let number = "\(random.extremeInteger(bits: random.number(2...128)))"
        replace(in: &object, from: place, with: Array(number.utf8)) { (0x30...0x39).contains($0) }
      default:
        let text = random.element(of: texts(in: random.element(of: objects)))
        replace(in: &object, from: place, with: text) { $0 != UInt8(ascii: "\"") }
      }
    }
    return object
  }

  /// Replaces the first bytes that fulfil a condition at or after an index.
  private static func replace(
    in object: inout [UInt8], from place: Int, with bytes: [UInt8],
    where isReplaced: (UInt8) -> Bool
  ) {
    guard let start = object[place...].firstIndex(where: isReplaced) else { return }
    let end = object[start...].firstIndex { !isReplaced($0) } ?? object.endIndex
    object.replaceSubrange(start..<end, with: bytes)
  }

  /// The texts between the quotation marks of an object, and the text between them.
  private static func texts(in object: [UInt8]) -> [[UInt8]] {
    object.split(separator: UInt8(ascii: "\"")).map(Array.init)
  }
}

extension SeededGenerator {
  fileprivate mutating func element<Element>(of elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }
}

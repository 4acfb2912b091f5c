import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

@Suite("Law 12: the file format of a record")
struct RecordFileTests {
  @Test(
    "random records are read back unchanged, and written with the same bytes", .random,
    arguments: [0, 1])
  func roundTrips(offset: UInt64) throws {
    let seed = SeededGenerator.seedOfThisRun &+ offset
    var records = RandomRecord(seed: seed)
    for index in 0..<repetitions(10_000) {
      let record = records.next()
      let bytes = try RecordFile.bytes(of: record)
      let restored = try RecordFile.record(from: bytes)
      let again = try RecordFile.bytes(of: restored)
      guard restored == record, again == bytes else {
        Issue.record(
          "SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), index \(index): \(record) comes back as \(restored)"
        )
        return
      }
    }
  }

  @Test("random records differ in every field")
  func randomFields() {
    var records = RandomRecord(seed: SeededGenerator.seedOfThisRun)
    #expect(SampleRecord.sameFields(of: (0..<1_000).map { _ in records.next() }) == [])
  }

  @Test(
    "Law 12: every flipped bit is detected as damage", .random,
    arguments: SampleRecord.states.indices)
  func bitFlips(index: Int) throws {
    let bytes = try RecordFile.bytes(of: SampleRecord.make(state: SampleRecord.states[index]))
    for number in exhaustiveCases(8 * bytes.count) {
      let (position, bit) = number.quotientAndRemainder(dividingBy: 8)
      var flipped = bytes
      flipped[position] ^= 1 << bit
      #expect(Self.isDamaged(flipped), "byte \(position), bit \(bit)")
    }
  }

  @Test("Law 12: every record that is truncated, at the end or the start, is damaged")
  func truncations() throws {
    let bytes = try RecordFile.bytes(of: SampleRecord.make())
    for count in 0..<bytes.count {
      #expect(Self.isDamaged(Array(bytes.prefix(count))), "the first \(count) bytes")
    }
    for count in 50..<bytes.count {
      #expect(Self.isDamaged(Array(bytes.suffix(count))), "the last \(count) bytes")
    }
  }

  @Test("Law 12: a record with a gap, with additional bytes, or of zeros is damaged")
  func torn() throws {
    let bytes = try RecordFile.bytes(of: SampleRecord.make())
    #expect(Self.isDamaged(bytes + [0x0A]))
    #expect(Self.isDamaged(bytes + bytes))
    #expect(Self.isDamaged([UInt8](repeating: 0, count: bytes.count)))
    for start in stride(from: 0, to: bytes.count, by: 64) {
      var torn = bytes
      for index in start..<min(start + 64, torn.count) { torn[index] = 0 }
      #expect(Self.isDamaged(torn), "zeros from \(start)")
    }
  }

  @Test("Law 12: a file that is not a record is foreign")
  func foreign() {
    let texts = [
      "{}", "[]", "null", "Tea", "{\"format\":\"sandglass countdown\"}", "\u{FEFF}{}",
      "{\n  \"id\" : \"tea\"\n}\n", "<plist/>", " ", "\0a",
    ]
    for text in texts {
      #expect {
        try RecordFile.record(from: Array(text.utf8))
      } throws: { error in
        if case .foreign? = error as? RecordFault { return true }
        return false
      }
    }
  }

  @Test("Law 12: a newer version is reported, whatever the record contains")
  func newer() throws {
    for version in [6, 7, 1_000_000, Int.max] {
      let object = """
        {
          "format" : "sandglass countdown",
          "record" : { "new" : [1, 2] },
          "version" : \(version)
        }
        """
      #expect(throws: RecordFault.newer(version)) {
        try RecordFile.record(from: RecordFile.sealed(Array(object.utf8)))
      }
    }
  }

  @Test("Law 12: another format with a correct checksum is foreign")
  func otherFormat() {
    let object = "{\n  \"format\" : \"sandglass countdown\",\n  \"format\" : \"other\"\n}"
    #expect(Self.fault(object) != nil)
  }

  @Test(
    "Law 12: an invalid value is reported as damage, and never traps", arguments: RecordEdit.all)
  func badValues(_ edit: RecordEdit) throws {
    let text = String(
      decoding: try RecordFile.encode(SampleRecord.make()), as: UTF8.self)
    #expect(text.contains(edit.from))
    let fault = Self.fault(text.replacing(edit.from, with: edit.to))
    guard case .damaged(let reason)? = fault else {
      Issue.record("it is \(String(describing: fault))")
      return
    }
    #expect(reason.contains(edit.reason), "\(reason)")
    #expect(!reason.contains("\n"))
  }

  @Test("the checksum is CRC-64/XZ")
  func checksum() {
    #expect(Checksum(of: Array("123456789".utf8)).text == "995dc9bbdf1939fa")
    #expect(Checksum(of: []).text == "0000000000000000")
  }

  private static func isDamaged(_ bytes: [UInt8]) -> Bool {
    do throws(RecordFault) {
      _ = try RecordFile.record(from: bytes)
      return false
    } catch {
      if case .damaged = error { return true }
      return false
    }
  }

  private static func fault(_ object: String) -> RecordFault? {
    do throws(RecordFault) {
      _ = try RecordFile.record(from: RecordFile.sealed(Array(object.utf8)))
      return nil
    } catch {
      return error
    }
  }
}

import Sandglass
import SandglassCore
import SandglassLedger

/// The records that a store has decoded, so that a file whose content it knows need not be decoded again.
///
/// Before each change, and after each change by any process, the newest content of a record's file is read. Most of the
/// time it is the content that was read before. What it says depends only on its bytes, which are told apart by their
/// number and their checksum.
final class DecodedRecords<Record: StoredRecord>: Sendable {
  private struct Entry: Sendable {
    let count: Int
    let checksum: Checksum
    let record: Record
  }

  private let entries = Locked<[RecordID: Entry]>([:])

  /// The maximum number of records to remember. A store that has more forgets all, and begins again.
  private static var limit: Int { 1 << 14 }

  /// Returns the record with the given id from the bytes of its file; nil if there is no file.
  func record(_ id: String, from bytes: [UInt8]?) throws(RecordFault) -> Record? {
    let key = RecordID(id)
    guard let bytes else {
      entries.withLock { $0[key] = nil }
      return nil
    }
    let checksum = try Record.envelope.checksum(of: bytes)
    if let known = entries.withLock({ $0[key] }), known.checksum == checksum,
      known.count == bytes.count
    {
      return known.record
    }
    let record = try Record.decoded(from: bytes)
    // Ids are compared by their bytes, just like file names.
    guard RecordID(record.id) == key else { throw .foreign("it has the id \(record.id.quoted)") }
    entries.withLock { entries in
      if entries.count >= Self.limit { entries = [:] }
      entries[key] = Entry(count: bytes.count, checksum: checksum, record: record)
    }
    return record
  }
}

import SandglassCore

/// The bytes of a record's file: readable JSON that ends in a checksum of everything before it.
///
/// ```json
/// {
///   "format" : "sandglass countdown",
///   "record" : { … },
///   "version" : 2,
///   "checksum" : "0123456789abcdef"
/// }
/// ```
///
/// The format, the version and the checksum stay as they are in every version, so that a damaged
/// record is told from a later one.
enum RecordFile {
  /// The versions that are read. The earliest that can say what a record has is written, but for the first.
  static let versions = 1...3

  static let format = "sandglass countdown"

  /// How each file begins.
  private static let head = Array("{\n  \"format\" : \"\(format)\"".utf8)

  /// What stands between the record and the digits of the checksum.
  private static let checksumKey = Array(",\n  \"checksum\" : \"".utf8)

  private static let digitCount = 16

  /// How each file ends.
  private static let tail = Array("\"\n}\n".utf8)

  /// The most bytes that a file has; what is larger is neither read nor written.
  static let limit = 16 << 20

  /// The bytes that are written.
  static func bytes(of record: CountdownRecord) throws(FileError) -> [UInt8] {
    // What is too large by its label alone need not be encoded.
    guard (record.label ?? "").utf8.count <= limit else { throw .tooLarge }
    let bytes = sealed(try encode(record))
    guard bytes.count <= limit else { throw .tooLarge }
    return bytes
  }

  /// Adds the checksum to a JSON object, as its last member.
  static func sealed(_ object: [UInt8]) -> [UInt8] {
    // The end of the object moves behind the checksum.
    let bytes = object.dropLast("\n}".utf8.count) + checksumKey
    return bytes + Array(Checksum(of: bytes).text.utf8) + tail
  }

  /// Reads the bytes of a file.
  static func record(from bytes: [UInt8]) throws(RecordFault) -> CountdownRecord {
    guard resembles(bytes) else {
      throw .foreign("it does not begin as a record of a countdown does")
    }
    try verify(bytes)
    return try decode(bytes)
  }

  /// Whether the bytes are a record or what is left of one: its beginning, its end, or the empty
  /// or blank file that a crash of the system leaves.
  private static func resembles(_ bytes: [UInt8]) -> Bool {
    let beginsSo = head.starts(with: bytes.prefix(head.count))
    let endsSo = bytes.suffix(tail.count + digitCount + checksumKey.count).starts(with: checksumKey)
    return beginsSo || endsSo || bytes.allSatisfy { $0 == 0 }
  }

  private static func verify(_ bytes: [UInt8]) throws(RecordFault) {
    guard !bytes.isEmpty else { throw .damaged("it is empty") }
    guard bytes.count >= head.count + digitCount + tail.count, bytes.suffix(tail.count) == tail[...]
    else {
      throw .damaged("it is cut short, after \(bytes.count) bytes")
    }
    let content = bytes.dropLast(digitCount + tail.count)
    let checksum = Checksum(of: content).text
    let written = bytes.dropLast(tail.count).suffix(digitCount)
    guard written.elementsEqual(checksum.utf8) else {
      let text = String(decoding: written, as: UTF8.self).shown
      throw .damaged("its checksum is \(text), but that of its text is \"\(checksum)\"")
    }
  }
}

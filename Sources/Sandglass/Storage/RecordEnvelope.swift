/// What the file of a record is, whatever the record is of: a JSON object with a known beginning, which ends in a
/// checksum of everything before it.
struct RecordEnvelope {
  /// The most bytes that a file has; what is larger is neither read nor written.
  static let limit = 16 << 20

  /// What stands between the record and the digits of the checksum.
  private static let checksumKey = Array(",\n  \"checksum\" : \"".utf8)

  private static let digitCount = 16

  /// How each file ends.
  private static let tail = Array("\"\n}\n".utf8)

  private let format: String

  /// The versions that are read; the latest is written.
  private let versions: ClosedRange<Int>

  /// What the record is of.
  private let subject: String

  /// How each file begins.
  private let head: [UInt8]

  /// Describes the files of one kind of records.
  init(format: String, versions: ClosedRange<Int>, of subject: String) {
    self.format = format
    self.versions = versions
    self.subject = subject
    head = Array("{\n  \"format\" : \"\(format)\"".utf8)
  }

  /// The bytes that are written.
  static func bytes(of contents: some Encodable) throws(FileError) -> [UInt8] {
    let bytes = sealed(try encode(contents))
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
  func contents<Contents: Decodable>(
    _ type: Contents.Type, of bytes: [UInt8]
  ) throws(RecordFault) -> Contents {
    guard resembles(bytes) else {
      throw .foreign("it does not begin as a record of a \(subject) does")
    }
    try verify(bytes)
    return try Self.decode(type, from: bytes)
  }

  /// The version that a JSON object has, if it is of this kind and can be read.
  func version<Key>(
    in file: KeyedDecodingContainer<Key>, format formatKey: Key, version versionKey: Key
  ) throws -> Int {
    let format = try file.decode(String.self, forKey: formatKey)
    guard format == self.format else { throw RecordFault.foreign("its format is \(format.shown)") }
    // A later version may hold anything: the record is looked at only where the version is ours.
    let version = try file.decode(Int.self, forKey: versionKey)
    guard version <= versions.upperBound else { throw RecordFault.newer(version) }
    guard version >= versions.lowerBound else {
      throw RecordFault.damaged("its version is \(version)")
    }
    return version
  }

  /// Whether the bytes are a record or what is left of one: its beginning, its end, or the empty
  /// or blank file that a crash of the system leaves.
  private func resembles(_ bytes: [UInt8]) -> Bool {
    let beginsSo = head.starts(with: bytes.prefix(head.count))
    let end = bytes.suffix(Self.tail.count + Self.digitCount + Self.checksumKey.count)
    return beginsSo || end.starts(with: Self.checksumKey) || bytes.allSatisfy { $0 == 0 }
  }

  private func verify(_ bytes: [UInt8]) throws(RecordFault) {
    let (digitCount, tail) = (Self.digitCount, Self.tail)
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

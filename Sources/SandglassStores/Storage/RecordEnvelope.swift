import Sandglass
import SandglassCore
import SandglassLedger

/// The file format of all kinds of records: a JSON object whose first member is the name of the format, and whose last
/// member is a checksum of everything before it.
struct RecordEnvelope {
  /// The maximum number of bytes in a file. Larger files are neither read nor written.
  static let limit = 16 << 20

  /// The bytes between the record and the digits of the checksum.
  private static let checksumKey = Array(",\n  \"checksum\" : \"".utf8)

  private static let digitCount = 16

  /// The end of each file.
  private static let tail = Array("\"\n}\n".utf8)

  let format: String

  /// The supported versions. Records are written in the latest version.
  let versions: ClosedRange<Int>

  /// The kind of object that is recorded, such as a countdown.
  private let subject: String

  /// The beginning of each file.
  private let head: [UInt8]

  /// Creates the description of the files of one kind of record.
  init(format: String, versions: ClosedRange<Int>, of subject: String) {
    self.format = format
    self.versions = versions
    self.subject = subject
    head = Array("{\n  \"format\" : \"\(format)\"".utf8)
  }

  /// Returns the bytes to write.
  static func bytes(of contents: some Encodable) throws(FileError) -> [UInt8] {
    let bytes = sealed(try encode(contents))
    guard bytes.count <= limit else { throw .tooLarge }
    return bytes
  }

  /// Adds the checksum to a JSON object, as its last member.
  static func sealed(_ object: [UInt8]) -> [UInt8] {
    // The end of the object is moved behind the checksum.
    let content: ArraySlice = object.dropLast("\n}".utf8.count)
    var bytes = content + checksumKey
    bytes += Checksum(of: bytes).text.utf8
    return Array(bytes + tail)
  }

  /// Checks that the bytes of a file are those of a whole record, and returns their checksum.
  func checksum(of bytes: [UInt8]) throws(RecordFault) -> Checksum {
    guard resembles(bytes) else {
      throw .foreign("it does not begin like a \(subject) record")
    }
    return try verified(bytes)
  }

  /// Checks that a JSON object has this format and a supported version. A later version may contain anything, so the record
  /// is read only after that.
  func check(format: String, version: Int) throws(RecordFault) {
    guard format == self.format else { throw .foreign("its format is \(format.quoted)") }
    guard version <= versions.upperBound else { throw .newer(version) }
    guard version >= versions.lowerBound else { throw .damaged("its version is \(version)") }
  }

  /// Returns whether the bytes are a record or the remains of one. The remains may be the beginning or the end of a
  /// record, or the empty or zero-filled file that a crash of the system can leave behind.
  private func resembles(_ bytes: [UInt8]) -> Bool {
    let beginsSo = head.starts(with: bytes.prefix(head.count))
    let end = bytes.suffix(Self.tail.count + Self.digitCount + Self.checksumKey.count)
    return beginsSo || end.starts(with: Self.checksumKey) || bytes.allSatisfy { $0 == 0 }
  }

  private func verified(_ bytes: [UInt8]) throws(RecordFault) -> Checksum {
    let (digitCount, tail) = (Self.digitCount, Self.tail)
    guard !bytes.isEmpty else { throw .damaged("it is empty") }
    guard bytes.count >= head.count + digitCount + tail.count, bytes.suffix(tail.count) == tail[...]
    else {
      throw .damaged("it is cut short, after \(bytes.count) bytes")
    }
    let content = bytes.dropLast(digitCount + tail.count)
    let checksum = Checksum(of: content)
    let written = bytes.dropLast(tail.count).suffix(digitCount)
    guard written.elementsEqual(checksum.text.utf8) else {
      let text = String(decoding: written, as: UTF8.self).quoted
      throw .damaged("its checksum is \(text), but should be \"\(checksum.text)\"")
    }
    return checksum
  }
}

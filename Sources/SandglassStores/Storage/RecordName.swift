import Sandglass
import SandglassCore
import SandglassLedger

/// The names of the files that belong to an id.
///
/// Lowercase letters, digits, `-` and `_` are used unchanged, and every other byte of the id in UTF-8 is written as `%`
/// and two hexadecimal digits. Every id can therefore be represented. Ids that differ in any byte have different names,
/// even on a case-insensitive file system. A name never begins with a dot or leads out of the folder.
struct RecordName {
  /// The maximum length of an encoded id in bytes. Together with the suffixes, it must fit in the 255 bytes that file
  /// systems allow.
  static let limit = 224

  private static let ending = ".json"

  /// The kind of a record, which determines the suffix after the id.
  ///
  /// Dots in an id are encoded, so a name of one kind is never also a name of another kind.
  enum Kind: String {
    case countdown = ""
    case stopwatch = ".stopwatch"
  }

  /// The encoded id.
  let stem: String

  private let kind: Kind

  /// Creates the names that belong to an id.
  init(id: String, of kind: Kind = .countdown) throws(CountdownStoreError) {
    self.kind = kind
    let stem = Self.encode(id)
    guard !stem.isEmpty else {
      throw CountdownStoreError(.invalidID(reason: "it is empty"), id: id)
    }
    guard stem.utf8.count <= Self.limit else {
      let reason =
        "its file name would have \(stem.utf8.count) bytes; accepted: at most \(Self.limit),"
        + " where a lowercase letter, a digit, - and _ take one and every other byte takes three"
      throw CountdownStoreError(.invalidID(reason: reason), id: id)
    }
    self.stem = stem
  }

  /// The name of the record's file.
  var record: String { stem + kind.rawValue + Self.ending }

  /// Returns the name for a damaged record that is set aside. Numbers begin with 1.
  func damaged(_ number: Int) -> String {
    "\(stem)\(kind.rawValue).damaged-\(number)\(Self.ending)"
  }

  /// Returns the id of the record with the given name; nil if no record of that kind can have that name.
  static func id(ofRecord name: String, of kind: Kind = .countdown) -> String? {
    let ending = kind.rawValue + ending
    guard name.hasSuffix(ending) else { return nil }
    let stem = String(name.dropLast(ending.utf8.count))
    guard !stem.isEmpty, stem.utf8.count <= limit, let id = decode(stem), encode(id) == stem else {
      return nil
    }
    return id
  }

  /// Returns the id of the damaged record that was set aside under the given name; nil if the name is another one.
  static func id(setAsideAs name: String) -> String? {
    // A dot in an id is encoded.
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let number = parts.dropLast().last.flatMap({ Int($0.dropFirst("damaged-".count)) })
    else { return nil }
    for kind in [Kind.countdown, .stopwatch] {
      guard let id = id(ofRecord: parts[0] + kind.rawValue + ending, of: kind),
        let names = try? RecordName(id: id, of: kind), names.damaged(number) == name
      else { continue }
      return id
    }
    return nil
  }

  private static func encode(_ id: String) -> String {
    var stem = ""
    for byte in id.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        stem.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        stem += byte < 16 ? "%0" : "%"
        stem += String(byte, radix: 16)
      }
    }
    return stem
  }

  private static func decode(_ stem: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(stem.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let byte = UInt8(digits, radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    // Bytes that are not UTF-8 would have been replaced.
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }
}

/// The signed text of a deadline: `1893456000000000,,sale-17`. The text consists of the end, the opening if there is
/// one, and the name. The name may contain commas, because it comes last.
extension Deadline {
  var payload: [UInt8] {
    let opening = openingMicroseconds.map { String($0) } ?? ""
    return Array("\(endMicroseconds),\(opening),\(name)".utf8)
  }

  /// Reads a payload. Returns nil unless ``payload`` would return exactly these bytes.
  init?(payload: [UInt8]) {
    let parts = payload.split(
      separator: UInt8(ascii: ","), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let end = Self.number(parts[0]),
      let name = String(validating: parts[2], as: UTF8.self)
    else { return nil }
    let opening = parts[1].isEmpty ? nil : Self.number(parts[1])
    self.init(name, openingMicroseconds: opening, endMicroseconds: end)
    // This refuses other spellings of the same numbers, such as 007.
    guard self.payload == payload else { return nil }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    String(validating: digits, as: UTF8.self).flatMap { Int64($0) }
  }

  private init(_ name: String, openingMicroseconds: Int64?, endMicroseconds: Int64) {
    self.name = name
    self.openingMicroseconds = openingMicroseconds
    self.endMicroseconds = endMicroseconds
  }
}

import Sandglass

/// One line of the program's JSON, taken apart by its known form.
struct Line {
  let event: String
  let label: String
  let shown: Int
  let at: WallMoment

  init(_ text: Substring) {
    event = Self.value("event", text).filter { $0 != "\"" }
    label = Self.value("label", text)
    shown = Int(Self.value("shown", text)) ?? -1
    let time = Self.value("at", text).filter { $0 != "\"" && $0 != "}" }
    at = (try? WallMoment(rfc3339: time)) ?? WallMoment(secondsSince1970: 0)
  }

  static func value(_ key: String, _ text: Substring) -> String {
    guard let start = text.firstRange(of: "\"\(key)\":")?.upperBound else { return "" }
    let rest = text[start...]
    return String(rest[..<(rest.firstRange(of: ",\"")?.lowerBound ?? rest.endIndex)])
  }
}

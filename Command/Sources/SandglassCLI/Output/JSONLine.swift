import Sandglass
import SandglassCore
import SandglassLedger

/// Formats an announcement as a JSON object (RFC 8259) on one line. The order of the keys is fixed.
enum JSONLine {
  static func text(_ announcement: Announcement) -> String {
    var members: [(String, String)] = [
      ("event", quoted(announcement.event.rawValue)),
      ("label", announcement.label.map(quoted) ?? "null"),
      ("remaining", seconds(announcement.remaining)),
      ("shown", String(announcement.shown)),
      ("missed", String(announcement.missed)),
      ("at", time(announcement.at)),
      ("id", announcement.id.map(quoted) ?? "null"),
    ]
    if let certainty = announcement.certainty {
      members.append(("known", quoted(certainty.text)))
    }
    members += announcement.phase?.members ?? []
    if let step = announcement.step {
      members += [("ended", quoted(step.ended)), ("next", step.next.map(quoted) ?? "null")]
    }
    if let overtime = announcement.overtime { members.append(("overtime", seconds(overtime))) }
    if let ended = announcement.ended { members.append(("ended", time(ended))) }
    return object(members)
  }

  /// Returns an object. The values in `members` must already be JSON.
  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// Returns a time as a JSON string, with milliseconds.
  static func time(_ moment: WallMoment) -> String {
    quoted(moment.rfc3339(fractionDigits: 3))
  }

  /// Returns the text as a JSON string.
  ///
  /// JSON strings may contain line and paragraph separators, but this method escapes them, because
  /// older versions of JavaScript did not allow them and some programs treat them as ends of lines.
  /// Every other character that ``VisibleText`` replaces is escaped as well, because the line may
  /// be viewed in a terminal.
  static func quoted(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    result.append("\"")
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    result.append("\"")
    return String(result)
  }

  /// Returns a duration in seconds as a JSON number, exact to the nanosecond.
  static func seconds(_ duration: Duration) -> String {
    max(.zero, duration).roundedDown.secondsText
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
    switch scalar {
    case "\"", "\\":
      result.append("\\")
      result.append(scalar)
    case "\n": result.append(contentsOf: "\\n".unicodeScalars)
    case "\r": result.append(contentsOf: "\\r".unicodeScalars)
    case "\t": result.append(contentsOf: "\\t".unicodeScalars)
    case _ where VisibleText.isUnsafe(scalar):
      for unit in String(scalar).utf16 { result.append(contentsOf: escape(unit).unicodeScalars) }
    default: result.append(scalar)
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}

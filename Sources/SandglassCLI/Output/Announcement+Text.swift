import Sandglass

extension Announcement {
  /// When it ended, in words, if that was while nobody ran it.
  func endText(_ localTime: LocalTimeRule) -> String? {
    ended.map { MissedFinishNotice(now: at, localTime: localTime).text($0, certainty ?? .exact) }
  }

  /// That it stays in its record, and under which id.
  var keptText: String { id.map { "kept as \(VisibleText.of($0))" } ?? "kept" }
}

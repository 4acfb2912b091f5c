import Sandglass

/// The text form of a milestone: `5m` is left, `50%` has passed, or `+5m` after the start.
enum MilestoneWords {
  /// Returns the milestone with this text.
  ///
  /// - Throws: ``UsageError`` if there is none.
  static func milestone(_ text: String) throws(UsageError) -> Milestone {
    if text.hasSuffix("%") { return try progress(text) }
    let isElapsed = text.hasPrefix("+")
    let time = try CountdownWords.duration(isElapsed ? String(text.dropFirst()) : text)
    guard time > .zero else {
      throw UsageError(
        "a milestone of 0 is the \(isElapsed ? "start" : "end") itself; accepted: more than 0")
    }
    return isElapsed ? .elapsed(time) : .remaining(time)
  }

  /// Returns the text with which a milestone is given.
  static func text(_ milestone: Milestone) -> String {
    switch milestone {
    case .remaining(let time): time.compactText
    case .elapsed(let time): "+" + time.compactText
    case .progress(let progress):
      Int(exactly: progress * 100).map { "\($0)%" } ?? "\(progress * 100)%"
    }
  }

  private static func progress(_ text: String) throws(UsageError) -> Milestone {
    let number = text.dropLast()
    let isPlain = number.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    guard isPlain, let percent = Double(number), percent > 0, percent < 100 else {
      throw UsageError(
        "the milestone \"\(text)\" is not within a countdown; accepted: more than 0%, less than 100%"
      )
    }
    return .progress(percent / 100)
  }
}

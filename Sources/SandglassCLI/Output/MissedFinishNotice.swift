import Sandglass

/// The notice that a countdown ended while nobody ran it.
struct MissedFinishNotice {
  let now: WallMoment
  let localTime: LocalTimeRule

  /// When it ended: `ended 3m5s ago, at 18:00:12`.
  ///
  /// - Parameters:
  ///   - end: When it ended.
  ///   - certainty: How that is known.
  /// - Returns: The words.
  func text(_ end: WallMoment, _ certainty: Certainty) -> String {
    let ago = max(.zero, now - end)
    let seconds = Duration.seconds(ago.components.seconds).compactText
    let remark = certainty == .exact ? "" : " (\(certainty.rawValue))"
    return "ended \(seconds) ago, at \(localTime.text(end, now: now))" + remark
  }
}

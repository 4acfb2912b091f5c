import Sandglass
import SandglassCore
import SandglassLedger

/// The notice that a countdown ended while no process was running it.
struct MissedFinishNotice {
  let now: WallMoment
  let localTime: LocalTimeRule

  /// Returns the notice, such as `ended 3m5s ago, at 18:00:12`.
  ///
  /// - Parameters:
  ///   - end: The time at which the countdown ended.
  ///   - certainty: The certainty of that time.
  /// - Returns: The notice.
  func text(_ end: WallMoment, _ certainty: Certainty) -> String {
    let ago = max(.zero, now - end)
    let seconds = Duration.seconds(ago.components.seconds).compactText
    let remark = certainty == .exact ? "" : " (\(certainty.text))"
    return "ended \(seconds) ago, at \(localTime.text(end, now: now))" + remark
  }
}

import SandglassCore

/// What few countdowns have: a keeper, ends on the wall clock, a label that is not in a record, and a run that pauses
/// asleep.
struct CountdownExtras {
  /// What keeps the countdown, if anything does.
  var keeper: (any CountdownKeeper)?

  /// The wall-clock time that the next start counts down to.
  var nextEnd: WallMoment?

  /// The wall-clock time that the current run counts down to.
  var presentEnd: WallMoment?

  /// The times of which ``nextEnd`` is the next.
  var times: NextTimes?

  /// The label of a countdown without a record.
  var label: String?

  /// How long the device had slept when a countdown that pauses asleep was last called.
  var asleep: Duration?

  /// Returns the times of which a target is the next; nil if it is not.
  func times(nextAt target: CountdownTarget) -> NextTimes? {
    target.wallEnd == nextEnd ? times : nil
  }

  private var isEmpty: Bool {
    keeper == nil && nextEnd == nil && presentEnd == nil && times == nil && label == nil
      && asleep == nil
  }

  /// Extras beside a countdown, so that one without them does without their space.
  final class Box: Sendable {
    let extras: CountdownExtras

    fileprivate init(_ extras: CountdownExtras) {
      self.extras = extras
    }
  }

  /// The extras in a box; nil if there are none.
  var boxed: Box? { isEmpty ? nil : Box(self) }
}

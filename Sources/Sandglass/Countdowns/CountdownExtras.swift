import SandglassCore

/// What few countdowns have: ends on the wall clock, and a label and numbers that are not in a record.
struct CountdownExtras {
  /// The wall-clock time that the next start counts down to.
  var nextEnd: WallMoment?

  /// The wall-clock time that the current run counts down to.
  var presentEnd: WallMoment?

  /// The times of which ``nextEnd`` is the next.
  var times: NextTimes?

  /// The label of a countdown without a record.
  var label: String?

  /// The numbers of events that are not in a record.
  var numbers: EventNumbers?

  /// Returns the times of which a target is the next; nil if it is not.
  func times(nextAt target: CountdownRecord.Target) -> NextTimes? {
    target.wallEnd == nextEnd ? times : nil
  }

  private var isEmpty: Bool {
    nextEnd == nil && presentEnd == nil && times == nil && label == nil && numbers == nil
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

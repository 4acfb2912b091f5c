import Sandglass

/// An alarm that never rings.
final class SilentAlarm: Alarm {
  func set(to moment: Moment?, leeway: Duration, number: UInt64) {}
  func invalidate() {}
}

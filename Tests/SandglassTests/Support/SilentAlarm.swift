import Sandglass

/// An alarm that never rings.
final class SilentAlarm: Alarm {
  func set(_ setting: AlarmSetting) {}
  func invalidate() {}
}

@testable import Sandglass

extension Alarm {
  /// Sets the alarm to a moment.
  func set(to moment: Moment?, leeway: Duration = .zero, number: UInt64) {
    set(AlarmSetting(moment: moment, leeway: leeway, number: number))
  }
}

extension AlarmMachine {
  /// Takes a setting. Returns nil if a later one has overtaken it.
  mutating func set(to moment: Moment?, leeway: Duration, number: UInt64) -> KernelTimer.Setting? {
    set(AlarmSetting(moment: moment, leeway: leeway, number: number))
  }
}

/// An alarm that never rings.
final class SilentAlarm: Alarm {
  func set(_ setting: AlarmSetting) {}
  func invalidate() {}
}

@testable import Sandglass

extension Alarm {
  /// Sets the alarm to an exact moment.
  func set(to moment: Moment?, number: UInt64) {
    set(to: moment, leeway: .zero, number: number)
  }
}

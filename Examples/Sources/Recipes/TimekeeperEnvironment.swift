import Sandglass

#if os(Linux)
  import AppleStandIns
#else
  import SwiftUI
#endif

private struct TimekeeperKey: EnvironmentKey {
  static let defaultValue = Timekeeper.shared
}

extension EnvironmentValues {
  /// The timekeeper of the views' countdowns. A preview or a test sets that of a `VirtualTime`.
  var timekeeper: Timekeeper {
    get { self[TimekeeperKey.self] }
    set { self[TimekeeperKey.self] = newValue }
  }
}

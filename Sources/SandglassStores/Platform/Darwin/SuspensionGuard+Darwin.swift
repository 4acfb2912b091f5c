#if canImport(Darwin)
  import Darwin
  import Foundation
  import Sandglass

  extension SuspensionGuard {
    /// Returns a guard for a change in a folder; nil if no guard is needed.
    ///
    /// iOS, tvOS, watchOS and visionOS kill a process that is suspended while it holds a lock on a file outside its own
    /// container, such as a file in an app group's container (0xdead10cc, see
    /// https://developer.apple.com/documentation/xcode/sigkill). This includes a `flock`, as reproduced in
    /// https://github.com/realm/realm-swift/issues/6671. macOS does not kill such a process.
    static func forChange(inFolder folder: Int32) -> SuspensionGuard? {
      #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        guard FileCalls.path(of: folder)?.contains("/Containers/Shared/AppGroup/") == true else {
          return nil
        }
        return SuspensionGuard { activity in
          ProcessInfo.processInfo.performExpiringActivity(
            withReason: "A change in a folder of countdowns", using: activity)
        }
      #else
        return nil
      #endif
    }
  }
#endif

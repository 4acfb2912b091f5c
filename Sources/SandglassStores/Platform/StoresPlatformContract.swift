// The declarations that a platform must provide to the stores, in the same way as to the library: see
// `PlatformContract.swift` there.
//
// The platform's folder declares `FolderWatch`, and extends `SuspensionGuard`, which is declared next to this file for all
// platforms.

/// Reports changes in a folder. Releasing the object ends the watch.
protocol PlatformFolderWatch: AnyObject, Sendable {
  /// Creates a watch. Returns nil if the system refuses.
  ///
  /// The folder need not exist, and the watch continues if the folder is removed and created again. Changes after this
  /// returns are reported. The watch must not poll.
  ///
  /// - Parameters:
  ///   - path: The canonical path of the folder.
  ///   - changed: The closure to call soon after files in the folder may have been changed, with the names of these
  ///     files; nil if they are unknown. An unnecessary call does no harm, and a pending call may still be made after
  ///     the object was released.
  init?(of path: String, changed: @escaping @Sendable (_ names: [String]?) -> Void)
}

extension FolderWatch: PlatformFolderWatch {}

/// Keeps the system from suspending the process while it holds a file lock.
protocol PlatformSuspensionGuard {
  /// Returns a guard for a change in an open folder; nil if the platform does not need one.
  static func forChange(inFolder folder: Int32) -> SuspensionGuard?
}

extension SuspensionGuard: PlatformSuspensionGuard {}

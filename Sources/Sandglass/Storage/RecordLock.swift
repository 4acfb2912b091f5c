/// The right to run the countdown of a record, which one holder has at a time.
///
/// It lasts until the last reference to it is let go or the process ends, however it ends; so keep
/// it in a property of whoever runs the countdown.
///
/// - Warning: On iOS, iPadOS, tvOS, watchOS and visionOS, never hold one in an app group's folder while
///   your app may be suspended. The system kills a process that it suspends with a lock on a file
///   outside the app's own container (0xdead10cc), and a `RecordLock` is such a lock. Release it when
///   the app leaves the front. In the app's own container, and on macOS, nothing of the kind happens.
public final class RecordLock: Sendable {
  /// The id of the record.
  public let id: String

  private let folder: String
  private let file: LockFile

  init(_ id: String, file: consuming LockFile, folder: String) {
    self.id = id
    self.file = file
    self.folder = folder
  }

  deinit {
    // While nobody else can look for the lock, so that nobody locks a file that is then removed.
    // Where that fails the file stays and does no harm: what counts is the lock on it.
    guard let folder = try? RecordFolder(folder), let change = try? FolderChange(in: folder) else {
      return
    }
    try? file.remove(in: change.folder.number)
  }
}

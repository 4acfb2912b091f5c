import Dispatch
import Sandglass
import SandglassCore
import SandglassLedger

/// Writes the log in the background, because a disk that does not respond must not stop a countdown.
@MainActor
final class LogWriter {
  private let file: LogFile
  private let queue = DispatchQueue(label: "sandglass.log", qos: .utility)
  private let group = DispatchGroup()
  private let failure = Locked<String?>(nil)
  private var spans: [LogSpan]

  /// How long to wait at the end for what is being written.
  private static let patience = DispatchTimeInterval.seconds(1)

  /// Creates the writer for several countdowns; nil if there is no log.
  init?(of count: Int) {
    guard let file = try? LogFile.inEnvironment() else { return nil }
    self.file = file
    spans = Array(repeating: LogSpan(), count: count)
  }

  /// Writes what has ended with an announcement of a countdown.
  func note(
    _ announcement: Announcement, of index: Int, name: String, asleep: Duration,
    event: PendingEvent?
  ) {
    let isSkipped = event?.kind == .phaseEnd(isSkipped: true)
    guard
      let entry = spans[index].apply(
        announcement, name: name, asleep: asleep, ended: event?.instant.wall, isSkipped: isSkipped)
    else { return }
    queue.async(group: group) { [file, failure] in
      do throws(TextFile.Failure) { try file.add(entry) } catch {
        failure.withLock { $0 = error.message }
      }
    }
  }

  /// Waits for what is being written. Returns what is to be said of the log; nil if all is well.
  func finish() -> String? {
    let isDone = group.wait(timeout: .now() + Self.patience) == .success
    let reason = isDone ? failure.withLock { $0 } : "does not respond"
    return reason.map { "not logged: the file \"\(file.path)\" " + $0 }
  }
}

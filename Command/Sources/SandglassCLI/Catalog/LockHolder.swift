/// The process that holds the lock of the folder of records.
///
/// The lock is held for a moment at a time. A process that holds it for longer was stopped in that moment,
/// or its disk does not respond.
struct LockHolder: Equatable {
  let process: Int32

  /// Whether the process is stopped, as by SIGSTOP.
  let isStopped: Bool

  /// Finds the holder, if the system tells it.
  ///
  /// - Parameter folder: The path of the folder.
  /// - Returns: The holder; nil if it is not known.
  static func of(_ folder: String) -> LockHolder? {
    var status = stat()
    guard stat(folder + "/.sandglass.lock", &status) == 0,
      let locks = text("/proc/locks"), let process = process(locking: status.st_ino, in: locks)
    else { return nil }
    return LockHolder(process: process, isStopped: isStopped(text("/proc/\(process)/stat") ?? ""))
  }

  /// Returns the process with a lock on a file, from the text of Linux's `/proc/locks`.
  static func process(locking file: some BinaryInteger, in locks: String) -> Int32? {
    for line in locks.split(separator: "\n") {
      // 1: FLOCK  ADVISORY  WRITE 4711 fe:01:1234 0 EOF
      let fields = line.split(separator: " ")
      guard fields.count > 5, fields[1] == "FLOCK" else { continue }
      // The device is not compared, because some file systems show another one here.
      if fields[5].split(separator: ":").last == "\(file)" { return Int32(fields[4]) }
    }
    return nil
  }

  /// Returns whether the text of Linux's `/proc/PID/stat` is that of a process that is stopped.
  static func isStopped(_ stat: String) -> Bool {
    // The name, which is in parentheses, may contain parentheses as well.
    stat.split(separator: ")").last.map { $0.hasPrefix(" T") } ?? false
  }

  /// What is said about the holder.
  ///
  /// - Parameter holder: The holder; nil if it is not known.
  /// - Returns: A sentence with what to do.
  static func advice(_ holder: LockHolder?) -> String {
    guard let holder else {
      return "accepted: another attempt, once that process goes on (\"kill -CONT\") or has ended"
    }
    let process = "process \(holder.process)"
    return holder.isStopped
      ? "\(process), which is stopped, holds it; accepted: another attempt after "
        + "\"kill -CONT \(holder.process)\", or once it has ended"
      : "\(process) holds it; accepted: another attempt, once it goes on or has ended"
  }

  private static func text(_ path: String) -> String? {
    do { return try TextFile.read(path) } catch { return nil }
  }
}

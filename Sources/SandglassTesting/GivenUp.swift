import Sandglass

/// Reports plain tasks that `run(for:)` has given up.
enum GivenUp {
  /// The lines that have been reported. Each is reported once, however often it runs.
  private static let lines = Locked<Set<String>>([])

  static func report(_ task: VirtualTime.WaitingTask, at line: String) {
    guard lines.withLock({ $0.insert(line).inserted }) else { return }
    print(
      """
      \(line): VirtualTime.run woke a task that was not started with VirtualTime.task (\(task)), and waited in real \
      time for it to wait again. It did not. VirtualTime.run sees the end of a task that VirtualTime.task has started.
      """)
  }
}

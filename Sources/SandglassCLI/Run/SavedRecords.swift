import Dispatch
import Sandglass

/// The end of all writing, for a program that is about to exit.
enum SavedRecords {
  /// Waits until everything that has happened to the countdowns is in their records, or could not
  /// be written, which their `storeError` tells.
  ///
  /// It blocks the thread: the program ends in the middle of a callback, and nothing more is to
  /// happen to its countdowns meanwhile. Records are written on a queue of their own.
  static func wait(for countdowns: [Countdown]) {
    let written = DispatchSemaphore(value: 0)
    Task.detached {
      for countdown in countdowns { try? await countdown.saved() }
      written.signal()
    }
    written.wait()
  }
}

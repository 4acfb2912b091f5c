import Sandglass
import SandglassCore
import SandglassLedger

// What keys do to a countdown.

extension RunningCountdown {
  /// Performs an operation. Returns what undoes it; nil if nothing was changed.
  func perform(_ operation: CountdownOperation) -> RunChange? {
    try? countdown.perform(operation)
  }

  func undo(_ change: RunChange) {
    _ = perform(.undo(change))
  }
}

extension CountdownOperation {
  /// Shortens a countdown, but never so that it ends by it.
  static func shorten(by duration: Duration) -> Self {
    .shorten(by: duration, leaving: .seconds(1))
  }
}

import Dispatch
import Sandglass
import SandglassCore
import SandglassLedger

/// Looks after records that cannot be read or written: says so, and tries again while that may help.
@MainActor
final class RecordCare {
  /// Returns the errors of all records.
  private let errors: () -> [CountdownStoreError]

  /// Tries again to read or write those records whose errors may pass.
  private let tryAgain: () -> Void
  private let say: (String) -> Void
  private var notices = StoreNotices()
  private var timer: OneShotTimer?
  private var failures = 0
  private var next = Check.none

  /// Whether to look at the errors. What waits when a look has been scheduled is written before that look, and what is
  /// changed later only before another one.
  private enum Check {
    case none, scheduled, repeated
  }

  init(
    errors: @escaping () -> [CountdownStoreError], tryAgain: @escaping () -> Void,
    say: @escaping (String) -> Void
  ) {
    self.errors = errors
    self.tryAgain = tryAgain
    self.say = say
  }

  /// Looks at the errors once everything that waits has been written.
  func checkSoon() {
    guard next == .none else {
      next = .repeated
      return
    }
    next = .scheduled
    Timekeeper.shared.afterSaves { [weak self] in
      DispatchQueue.main.async { self?.check() }
    }
  }

  /// Looks at the errors now.
  func check() {
    let isRepeated = next == .repeated
    next = .none
    if isRepeated { checkSoon() }
    let errors = errors()
    for line in notices.note(errors) { say(line) }
    guard errors.contains(where: \.mayPass) else {
      (timer, failures) = (nil, 0)
      return
    }
    guard timer == nil else { return }
    failures += 1
    timer = OneShotTimer(after: Self.backoff.delay(after: failures, random: 0), with: self) {
      own, _ in
      own.timer = nil
      own.tryAgain()
      own.checkSoon()
    }
  }

  /// The waits between the attempts at a store that fails.
  static var backoff: Backoff {
    .exponential(from: .seconds(1), upTo: .seconds(10), jitter: .none)
  }

  /// Waits until every record has been read and written, or that has failed. Returns false if that takes too long.
  func wait() -> Bool {
    // What was read may have to be written.
    guard RecordWaits.wait(), RecordWaits.wait() else { return false }
    check()
    return true
  }
}

import Foundation
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

@Suite("SuspensionGuard: asking the system not to suspend the process during a change", .machine)
struct SuspensionGuardTests {
  /// The system: it receives an activity, and calls it on separate threads.
  final class System: Sendable {
    private let activity = Locked<(@Sendable (Bool) -> Void)?>(nil)
    private let calls = DispatchGroup()
    private let hasReturned = Locked(false)

    func perform(_ activity: @escaping @Sendable (Bool) -> Void) {
      self.activity.withLock { $0 = activity }
    }

    /// Calls the activity on a separate thread.
    func call(isExpired: Bool) {
      guard let activity = activity.withLock({ $0 }) else { return }
      calls.enter()
      Thread.detachNewThread { [calls, hasReturned] in
        activity(isExpired)
        if !isExpired { hasReturned.withLock { $0 = true } }
        calls.leave()
      }
    }

    /// Waits until all calls have returned.
    func wait() { calls.wait() }

    var hasEnded: Bool { hasReturned.withLock { $0 } }
  }

  private let system = System()

  @Test("if granted, the activity lasts as long as the guard")
  func granted() {
    var suspension: SuspensionGuard? = SuspensionGuard(patience: .never) { activity in
      system.perform(activity)
      system.call(isExpired: false)
    }
    #expect(suspension?.isExpiring == false)
    #expect(!system.hasEnded)
    suspension = nil
    system.wait()
    #expect(system.hasEnded)
  }

  @Test("if refused, the guard does not wait")
  func refused() {
    let suspension = SuspensionGuard(patience: .never) { activity in
      system.perform(activity)
      system.call(isExpired: true)
    }
    #expect(suspension.isExpiring)
    system.wait()
  }

  @Test("if expired, the guard reports it, and the activity lasts until the guard is released")
  func takenBack() {
    var suspension: SuspensionGuard? = SuspensionGuard(patience: .never) { activity in
      system.perform(activity)
      system.call(isExpired: false)
    }
    system.call(isExpired: true)
    while suspension?.isExpiring == false { sched_yield() }
    #expect(!system.hasEnded)
    suspension = nil
    system.wait()
  }

  @Test("without an answer, the guard stops waiting, and a late activity returns immediately")
  func noAnswer() {
    do {
      let suspension = SuspensionGuard(patience: .milliseconds(1)) { system.perform($0) }
      #expect(!suspension.isExpiring)
    }
    system.call(isExpired: false)
    system.wait()
  }
}

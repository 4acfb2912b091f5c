import Foundation
@testable import Sandglass

/// A kernel whose timers fire when the test says so, and whose clock is stopped in the meantime.
final class ScriptedKernel: Sendable {
  private struct State {
    var now = Moment.origin
    var takesTime = false
    var made: [Bool] = []
    var descriptors: [Int32] = []
    var closedByOthers: Set<Int32> = []
    var admitsChecks = false
    var settings: [KernelTimer.Setting] = []
    var waits: [KernelTimerCalls.WakeUp] = []

    /// The reason for the end of the wait on each descriptor.
    var ended: [Int32: KernelTimerCalls.WakeUp] = [:]
  }

  private let state = Locked(State())
  private let hasWaits = DispatchSemaphore(value: 0)
  private let settingNotes = TimerNotes<Void>()

  /// Numbers that differ from those of all files and of other tests' kernels.
  private static let nextDescriptor = Locked<Int32>(1_000_000)

  /// The current moment. Each reading may take a microsecond.
  var now: Moment {
    state.withLock { state in
      if state.takesTime { state.now = state.now + .microseconds(1) }
      return state.now
    }
  }

  var takesTime: Bool {
    get { state.withLock { $0.takesTime } }
    set { state.withLock { $0.takesTime = newValue } }
  }

  /// Whether its timers may be checked. Timers of other tests in this process check all timers.
  var admitsChecks: Bool {
    get { state.withLock { $0.admitsChecks } }
    set { state.withLock { $0.admitsChecks = newValue } }
  }

  /// For each created descriptor, whether it replaced another one.
  var made: [Bool] { state.withLock { $0.made } }

  var descriptors: [Int32] { state.withLock { $0.descriptors } }

  /// The settings of the timers, in order.
  var settings: [KernelTimer.Setting] { state.withLock { $0.settings } }

  func advance(to moment: Moment) {
    state.withLock { $0.now = moment }
  }

  /// Wakes the thread that waits, or the next one that does.
  func wake(_ wait: KernelTimerCalls.WakeUp) {
    state.withLock { $0.waits.append(wait) }
    hasWaits.signal()
  }

  /// From now on, the descriptor cannot be set.
  func closeByOthers(_ descriptor: Int32) {
    state.withLock { _ = $0.closedByOthers.insert(descriptor) }
  }

  func waitForSettings(_ count: Int) async {
    await settingNotes.wait(for: count)
  }

  var calls: KernelTimerCalls {
    KernelTimerCalls(
      make: { [state] isReplacement in
        let descriptor = Self.nextDescriptor.withLock { next in
          next += 1
          return next
        }
        state.withLock { state in
          state.made.append(isReplacement)
          state.descriptors.append(descriptor)
        }
        return descriptor
      },
      set: { [self] descriptor, setting in set(descriptor, setting) },
      isOpen: { [state] descriptor in
        state.withLock { !$0.admitsChecks || !$0.closedByOthers.contains(descriptor) }
      },
      wait: { [state, hasWaits] descriptor in
        hasWaits.wait()
        state.withLock { $0.ended[descriptor] = $0.waits.removeFirst() }
      },
      take: { [state] descriptor in
        state.withLock { $0.ended.removeValue(forKey: descriptor) } ?? .interrupted
      },
      close: { _ in })
  }

  private func set(_ descriptor: Int32, _ setting: KernelTimer.Setting) -> Bool {
    let isOpen = state.withLock { state in
      guard !state.closedByOthers.contains(descriptor) else { return false }
      state.settings.append(setting)
      return true
    }
    guard isOpen else { return false }
    settingNotes.note(())
    // A timer for the origin is due immediately, which ends the thread.
    if setting.instant == .origin { wake(.due) }
    return true
  }
}

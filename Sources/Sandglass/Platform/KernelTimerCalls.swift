/// The kernel's calls for a timer that a thread can wait on.
///
/// Each system has its own, as the static members `alarm` and, where the kernel tells that the wall clock was set,
/// `watch`.
struct KernelTimerCalls: Sendable {
  /// What has come of waiting.
  enum WakeUp: Equatable {
    /// The timer has fired, or may have.
    case due

    /// The wall clock was set, and the timer watches for that.
    case clockSet

    /// A signal came first.
    case interrupted

    /// The descriptor is none that can be waited on: other code has closed it.
    case failed
  }

  /// Makes a descriptor to wait on; the negative error if the process has none left.
  ///
  /// One that takes the place of another has a number out of the way. Other code whose descriptors were closed
  /// too may still take the low numbers for its own.
  let make: @Sendable (_ isReplacement: Bool) -> Int32

  /// Sets the timer; false where the descriptor has no timer, since other code has closed it.
  let set: @Sendable (_ descriptor: Int32, KernelTimer.Setting) -> Bool

  /// Waits until the timer has fired.
  let wait: @Sendable (_ descriptor: Int32) -> WakeUp

  /// Closes a descriptor.
  let close: @Sendable (_ descriptor: Int32) -> Void
}

extension KernelTimerCalls {
  /// The calls of a system for a kind of descriptor.
  ///
  /// - Parameters:
  ///   - open: Makes a descriptor that is closed on exec; -1 with `errno` if the process has none left.
  ///   - set: Sets the timer; false where the descriptor has none.
  ///   - wait: Waits until the timer has fired.
  init(
    open: @escaping @Sendable () -> Int32,
    set: @escaping @Sendable (_ descriptor: Int32, KernelTimer.Setting) -> Bool,
    wait: @escaping @Sendable (_ descriptor: Int32) -> WakeUp
  ) {
    self.init(
      make: { isReplacement in
        let descriptor = open()
        guard descriptor >= 0 else { return -FileError.last.code }
        return isReplacement ? FileCalls.moved(descriptor) : descriptor
      },
      set: set, wait: wait, close: { FileCalls.closeDescriptor($0) })
  }
}

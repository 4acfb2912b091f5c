/// The system calls for a timer that a thread can wait on.
///
/// Each platform declares its own as the static member `alarm` and, if its kernel reports that the wall clock was set
/// through a timer, `watch`.
struct KernelTimerCalls: Sendable {
  /// The result of waiting.
  enum WakeUp: Equatable {
    /// The timer has fired, or may have.
    case due

    /// The wall clock was set, and the timer watches for that.
    case clockSet

    /// A signal interrupted the wait.
    case interrupted

    /// The descriptor cannot be waited on, because other code has closed it.
    case failed
  }

  /// Makes a descriptor to wait on. Returns the negated error if the process has none left.
  ///
  /// A replacement gets a high number, because other code whose descriptors were closed too may still use the low
  /// numbers.
  let make: @Sendable (_ isReplacement: Bool) -> Int32

  /// Sets the timer. Returns false if the descriptor has no timer, because other code has closed it.
  let set: @Sendable (_ descriptor: Int32, KernelTimer.Setting) -> Bool

  /// Waits until the timer has fired.
  let wait: @Sendable (_ descriptor: Int32) -> WakeUp

  /// Closes a descriptor.
  let close: @Sendable (_ descriptor: Int32) -> Void
}

extension KernelTimerCalls {
  /// Creates a platform's calls for a kind of descriptor.
  ///
  /// - Parameters:
  ///   - open: Makes a descriptor that is closed on exec. Returns -1 and sets `errno` if the process has none left.
  ///   - set: Sets the timer. Returns false if the descriptor has no timer.
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

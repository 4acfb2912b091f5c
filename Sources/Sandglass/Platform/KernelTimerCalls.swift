/// The system calls for a timer that a thread can wait on.
///
/// Each platform declares its calls as the static member `alarm`. If the platform's kernel uses a timer to report that
/// the wall clock was set, the platform also declares `watch`.
struct KernelTimerCalls: Sendable {
  /// The result of waiting.
  enum WakeUp: Equatable {
    /// The timer has fired, or may have fired.
    case due

    /// The wall clock was set. Only a timer that watches the wall clock reports this.
    case clockSet

    /// Nothing has happened: a signal interrupted the wait, or another thread was faster.
    case interrupted

    /// The descriptor cannot be waited on, because other code has closed it.
    case failed
  }

  /// Creates a descriptor to wait on. Returns the negated error code if the process has no descriptors left.
  ///
  /// A replacement gets a high number, because other code whose descriptors were also closed may still use the low
  /// numbers.
  let make: @Sendable (_ isReplacement: Bool) -> Int32

  /// Sets the timer. Returns false if the descriptor has no timer, because other code has closed it.
  let set: @Sendable (_ descriptor: Int32, KernelTimer.Setting) -> Bool

  /// Returns whether the descriptor still has a timer.
  let isOpen: @Sendable (_ descriptor: Int32) -> Bool

  /// Waits until the timer may have fired, or until the wait is interrupted or fails. What has woken the thread is left
  /// in the descriptor, because it may be a different file that has had the same number for a moment.
  let wait: @Sendable (_ descriptor: Int32) -> Void

  /// Returns why a wait has ended, and takes that from the descriptor. Does not wait.
  let take: @Sendable (_ descriptor: Int32) -> WakeUp

  /// Closes a descriptor.
  let close: @Sendable (_ descriptor: Int32) -> Void
}

extension KernelTimerCalls {
  /// Creates a platform's calls for one kind of descriptor.
  ///
  /// - Parameters:
  ///   - open: The closure that creates a descriptor that is closed on exec. It returns -1 and sets `errno` if the
  ///     process has no descriptors left.
  ///   - set: The closure that sets the timer. It returns false if the descriptor has no timer.
  ///   - isOpen: The closure that returns whether the descriptor has a timer.
  ///   - take: The closure that returns why a wait has ended.
  init(
    open: @escaping @Sendable () -> Int32,
    set: @escaping @Sendable (_ descriptor: Int32, KernelTimer.Setting) -> Bool,
    isOpen: @escaping @Sendable (_ descriptor: Int32) -> Bool,
    take: @escaping @Sendable (_ descriptor: Int32) -> WakeUp
  ) {
    self.init(
      make: { isReplacement in
        let descriptor = open()
        guard descriptor >= 0 else { return -FileError.last.code }
        return isReplacement ? FileCalls.moved(descriptor) : descriptor
      },
      set: set, isOpen: isOpen, wait: { FileCalls.waitUntilReadable($0) }, take: take,
      close: { FileCalls.closeDescriptor($0) })
  }
}

/// The error for a system limit that is too low for the program.
struct SystemLimitError: Error, Equatable {
  /// One line that says what is needed, what is available, and what is accepted.
  let message: String
}

/// Checks the system's limits before any countdown starts.
enum SystemLimits {
  /// Makes sure that the limits allow a run. The requirements do not depend on the number of
  /// countdowns.
  ///
  /// - Throws: ``SystemLimitError`` if a limit is too low.
  static func check() throws(SystemLimitError) {
    try makeRoom()
    try checkThreads()
  }
}

// MARK: - Open files

extension SystemLimits {
  /// The number of file descriptors that a run needs: a dozen for alarms, signals and the record
  /// that is being written, and some to spare for the system's libraries.
  private static let openFilesNeeded = 32

  /// Makes sure that enough files can be opened. Raises the soft limit if necessary and allowed.
  private static func makeRoom() throws(SystemLimitError) {
    guard var limit = openFiles else { return }
    let free = freeNumbers(below: limit.rlim_cur, atMost: openFilesNeeded)
    guard free < openFilesNeeded else { return }
    limit.rlim_cur += rlim_t(openFilesNeeded - free)
    guard limit.rlim_cur <= limit.rlim_max, set(limit) else {
      throw SystemLimitError(
        message: "too few open files; needed: \(openFilesNeeded) free, allowed: "
          + "\(limit.rlim_max); accepted: a higher limit (ulimit -n)")
    }
  }

  /// Returns the number of free file descriptors below the limit. Stops counting at `most`.
  private static func freeNumbers(below limit: rlim_t, atMost most: Int) -> Int {
    var free = 0
    var number: Int32 = 0
    while free < most, number < limit {
      if !FileDescriptor.isOpen(number) { free += 1 }
      number += 1
    }
    return free
  }

  /// The soft and hard limits; nil if they cannot be read.
  private static var openFiles: rlimit? {
    var limit = rlimit()
    return getrlimit(System.openFiles, &limit) == 0 ? limit : nil
  }

  private static func set(_ limit: rlimit) -> Bool {
    var limit = limit
    return setrlimit(System.openFiles, &limit) == 0
  }
}

// MARK: - Threads

extension SystemLimits {
  /// The number of threads that a run needs at the same time: for alarms, signals, output, records
  /// and the countdowns themselves, and some to spare.
  private static let threads = 16

  /// Makes sure that enough threads can be started, because Dispatch waits forever if the system
  /// refuses to start a thread.
  private static func checkThreads() throws(SystemLimitError) {
    guard let pipe = FileDescriptor.makePipe() else { return }
    let (started, failure) = startThreads(reading: pipe.reading)
    // Closing the writing end ends every thread, because its `read` returns.
    close(pipe.writing)
    for thread in started { pthread_join(thread, nil) }
    close(pipe.reading)
    guard failure != 0 else { return }
    throw SystemLimitError(
      message: "too few threads; needed: \(threads), allowed: \(started.count) "
        + "(\(String(cString: strerror(failure)))); accepted: a higher limit (ulimit -u)")
  }

  /// Starts the threads, which run until the pipe is closed. If a thread cannot be started, also
  /// returns the error number.
  private static func startThreads(
    reading descriptor: Int32
  ) -> ([pthread_t], failure: Int32) {
    // The descriptor is passed as the bits of a pointer, which is never dereferenced.
    let end = UnsafeMutableRawPointer(bitPattern: Int(descriptor))
    var started: [pthread_t] = []
    while started.count < threads {
      let (thread, failure) = System.startThread(
        { SystemLimits.waitForEnd(of: Int(bitPattern: $0)) }, end)
      guard let thread else { return (started, failure) }
      started.append(thread)
    }
    return (started, 0)
  }

  /// Waits until the pipe is closed.
  private static func waitForEnd(of descriptor: Int) -> UnsafeMutableRawPointer? {
    var byte: UInt8 = 0
    while read(Int32(descriptor), &byte, 1) < 0, errno == EINTR {}
    return nil
  }
}

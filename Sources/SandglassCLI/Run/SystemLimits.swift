/// A limit of the system that leaves no room for what was asked for.
struct SystemLimitError: Error, Equatable {
  /// One line that says what is needed, what there is, and what is accepted.
  let message: String
}

/// What the system must have room for, looked at before anything begins.
enum SystemLimits {
  /// Makes sure that there is room for a run, however many countdowns it has.
  ///
  /// - Throws: ``SystemLimitError`` if there is too little of something.
  static func check() throws(SystemLimitError) {
    try makeRoom()
    try checkThreads()
  }
}

// MARK: - Open files

extension SystemLimits {
  /// What a run opens: a dozen for alarms, signals and the record that is written, and some to spare for the
  /// system's libraries.
  private static let openFilesNeeded = 32

  /// Makes sure that there is room for open files. Raises the limit if that is allowed.
  private static func makeRoom() throws(SystemLimitError) {
    guard var limit = openFiles else { return }
    let free = freeNumbers(below: limit.rlim_cur, atMost: openFilesNeeded)
    guard free < openFilesNeeded else { return }
    limit.rlim_cur += rlim_t(openFilesNeeded - free)
    guard limit.rlim_cur <= limit.rlim_max, set(limit) else {
      throw SystemLimitError(
        message: "too few open files; needed: \(openFilesNeeded) that are free, allowed: "
          + "\(limit.rlim_max); accepted: a higher limit (ulimit -n)")
    }
  }

  /// How many numbers of files are free below a limit; no more than `most` are looked for.
  private static func freeNumbers(below limit: rlim_t, atMost most: Int) -> Int {
    var free = 0
    var number: Int32 = 0
    while free < most, number < limit {
      if !FileDescriptor.isOpen(number) { free += 1 }
      number += 1
    }
    return free
  }

  /// The limit and the most that it may be raised to; nil if that cannot be known.
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
  /// What a run has at once: for alarms, signals, output, records and the countdowns themselves,
  /// and some to spare.
  private static let threads = 16

  /// Makes sure that there are threads: Dispatch waits for ever for one that the system refuses.
  private static func checkThreads() throws(SystemLimitError) {
    guard let pipe = FileDescriptor.makePipe() else { return }
    let (started, failure) = startThreads(reading: pipe.reading)
    // That is the end of the pipe for all who read it.
    close(pipe.writing)
    for thread in started { pthread_join(thread, nil) }
    close(pipe.reading)
    guard failure != 0 else { return }
    throw SystemLimitError(
      message: "too few threads; needed: \(threads), allowed: \(started.count) "
        + "(\(String(cString: strerror(failure)))); accepted: a higher limit (ulimit -u)")
  }

  /// Starts the threads, which last until the pipe ends; and the error's number if one could not
  /// be started.
  private static func startThreads(
    reading descriptor: Int32
  ) -> ([pthread_t], failure: Int32) {
    // The number of the pipe's end goes in the place of a pointer, which is never followed.
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

  /// Waits until a pipe ends.
  private static func waitForEnd(of descriptor: Int) -> UnsafeMutableRawPointer? {
    var byte: UInt8 = 0
    while read(Int32(descriptor), &byte, 1) < 0, errno == EINTR {}
    return nil
  }
}

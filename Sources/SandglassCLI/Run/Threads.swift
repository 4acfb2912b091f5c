#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The threads that the system lets the program have.
enum Threads {
  /// What a run has at once: for alarms, signals, output, records and the countdowns themselves,
  /// and some to spare.
  static let needed = 16

  /// Makes sure, before anything begins, that there are threads: Dispatch waits for ever for one
  /// that the system refuses.
  ///
  /// - Throws: ``SystemLimitError`` if there are too few.
  static func check() throws(SystemLimitError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let (threads, failure) = start(reading: ends[0])
    // That is the end of the pipe for all who read it.
    close(ends[1])
    for thread in threads { pthread_join(thread, nil) }
    close(ends[0])
    guard failure != 0 else { return }
    throw SystemLimitError(
      message: "too few threads; needed: \(needed), allowed: \(threads.count) "
        + "(\(String(cString: strerror(failure)))); accepted: a higher limit (ulimit -u)")
  }

  /// Starts the threads, which last until the pipe ends; and the error's number if one could not
  /// be started.
  private static func start(reading descriptor: Int32) -> ([pthread_t], failure: Int32) {
    // The number of the pipe's end goes in the place of a pointer, which is never followed.
    let end = UnsafeMutableRawPointer(bitPattern: Int(descriptor))
    var threads: [pthread_t] = []
    while threads.count < needed {
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let failure = pthread_create(&thread, nil, { Threads.wait(for: Int(bitPattern: $0)) }, end)
      guard failure == 0 else { return (threads, failure) }
      #if canImport(Darwin)
        if let thread { threads.append(thread) }
      #else
        threads.append(thread)
      #endif
    }
    return (threads, 0)
  }

  /// Waits until the pipe ends.
  private static func wait(for descriptor: Int) -> UnsafeMutableRawPointer? {
    var byte: UInt8 = 0
    while read(Int32(descriptor), &byte, 1) < 0, errno == EINTR {}
    return nil
  }
}

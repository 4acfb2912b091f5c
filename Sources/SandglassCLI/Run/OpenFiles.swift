#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files that the system lets the program have open at once.
enum OpenFiles {
  /// What a run opens besides the locks: a dozen for alarms, signals and the record that is
  /// written, and some to spare for the system's libraries.
  static let reserve = 32

  /// Makes sure, before anything begins, that there is room for kept countdowns, each of which
  /// has a lock open. Raises the limit if that is allowed.
  ///
  /// - Parameter count: How many countdowns are to be kept.
  /// - Throws: ``SystemLimitError`` if there is no room.
  static func makeRoom(forKept count: Int) throws(SystemLimitError) {
    let needed = count + reserve
    guard var limit = limit else { return }
    let free = freeNumbers(below: limit.rlim_cur, atMost: needed)
    guard free < needed else { return }
    let allowed = limit.rlim_cur
    limit.rlim_cur += rlim_t(needed - free)
    guard limit.rlim_cur <= limit.rlim_max, set(limit) else {
      let most = free + Int(clamping: limit.rlim_max - allowed) - reserve
      throw error(count, allowed: limit.rlim_max, most: most)
    }
  }

  /// How many numbers of files are free below a limit; no more than `most` are looked for.
  private static func freeNumbers(below limit: rlim_t, atMost most: Int) -> Int {
    var free = 0
    var number: Int32 = 0
    while free < most, number < limit {
      if fcntl(number, F_GETFD) < 0 { free += 1 }
      number += 1
    }
    return free
  }

  private static func error(_ count: Int, allowed: rlim_t, most: Int) -> SystemLimitError {
    let isKept = count > 0
    let subject = isKept ? "countdowns that are kept: \(count)" : "what runs a countdown"
    let accepted = [
      isKept && most > 0 ? "at most \(most), " : "", isKept ? "--no-keep, or " : "",
      "a higher limit (ulimit -n)",
    ]
    return SystemLimitError(
      message: "too few open files for \(subject); needed: \(count + reserve), allowed: "
        + "\(allowed); accepted: \(accepted.joined())")
  }
}

// MARK: - The system's calls

extension OpenFiles {
  #if canImport(Darwin)
    private static let resource = RLIMIT_NOFILE
  #else
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif

  /// The limit and the most that it may be raised to; nil if that cannot be known.
  private static var limit: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  private static func set(_ limit: rlimit) -> Bool {
    var limit = limit
    return setrlimit(resource, &limit) == 0
  }
}

extension TimekeeperState.Work {
  /// The number of steps needed to prefetch all the memory of a countdown with bound closures.
  static var stepsToFetch: Int { Processor.canPrefetch ? 2 : 0 }

  /// Prefetches the memory that will be needed when the work at the given address is due.
  ///
  /// If there are a million timers, they are scattered across memory, and waiting for the memory of one after another
  /// takes longer than everything else. Each step prefetches memory for many timers, and the next step follows the
  /// pointers in that memory.
  static func fetch(_ work: UnsafePointer<Self>, step: Int) {
    // The work is inspected in place, because extracting a closure accesses its captures.
    guard case .entry = work.pointee else {
      if step == 0 { fetchWords(of: work, lines: 1) }
      return
    }
    if step == 0 {
      fetchWords(of: work, lines: 6)
    } else if case .entry(let entry) = work.pointee {
      entry.fetch()
    }
  }

  /// Prefetches the targets of the two words of a closure or of an object reference. One of the words points to the
  /// memory that is needed.
  private static func fetchWords(of work: UnsafePointer<Self>, lines: Int) {
    let words = UnsafeRawPointer(work)
    Processor.prefetchTarget(words, lines: lines)
    Processor.prefetchTarget(words + MemoryLayout<UnsafeRawPointer>.size, lines: 1)
  }
}

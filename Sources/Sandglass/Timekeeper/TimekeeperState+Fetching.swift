extension TimekeeperState.Work {
  /// In how many steps all of a countdown is fetched that is bound to somebody.
  static var stepsToFetch: Int { Processor.canPrefetch ? 2 : 0 }

  /// Has the processor fetch what is needed when the work at that address comes due.
  ///
  /// A million timers lie all over the memory, and to wait for one after the other takes longer than
  /// all the rest. What one step has fetched for many leads the next further.
  static func fetch(_ work: UnsafePointer<Self>, step: Int) {
    // Looked at before anything is taken out: to take out a closure touches what it captures.
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

  /// Fetches where the two words of a closure, or of a reference to an object, lead: one of them leads to what
  /// is needed.
  private static func fetchWords(of work: UnsafePointer<Self>, lines: Int) {
    let words = UnsafeRawPointer(work)
    Processor.prefetchTarget(words, lines: lines)
    Processor.prefetchTarget(words + MemoryLayout<UnsafeRawPointer>.size, lines: 1)
  }
}

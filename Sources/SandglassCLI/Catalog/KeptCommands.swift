import Sandglass

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The commands that look at kept countdowns, or remove them, without running any.
@MainActor
struct KeptCommands {
  let catalog: CountdownCatalog
  let localTime: LocalTimeRule
  let output: StandardStream

  init(_ catalog: CountdownCatalog, localTime: LocalTimeRule, on output: StandardStream) {
    self.catalog = catalog
    self.localTime = localTime
    self.output = output
    // What has not been told keeps its record.
    output.onFailure = { failure in
      exit(OutputFailure.status(failure, isTerminal: output.isTerminal))
    }
  }

  private var notice: MissedFinishNotice {
    MissedFinishNotice(now: Timekeeper.shared.wallNow, localTime: localTime)
  }
}

// MARK: - list

extension KeptCommands {
  /// Tells all that is kept; answers the status to exit with.
  func list(isJSON: Bool) throws(CatalogError) -> Int32 {
    let entries = try catalog.failing { () throws(CountdownStoreError) in try catalog.entries() }
    if isJSON {
      write(KeptList(entries: entries).jsonLines)
      return status(entries)
    }
    guard !entries.isEmpty else {
      output.write(line: "no countdowns are kept")
      return 0
    }
    let others = entries.compactMap(tellEnd)
    write(KeptList(entries: others).lines)
    return status(others)
  }

  /// Tells of an end that nobody was told of, and removes its record; answers with what is to be
  /// listed instead, if anything is.
  ///
  /// One after the other: a lock is an open file, of which the system allows no great number.
  private func tellEnd(_ entry: KeptEntry) -> KeptEntry? {
    guard let kept = entry.countdown, kept.hasUntoldEnd else { return entry }
    do {
      // What another process has the right to tell is not told here.
      guard let lock = try catalog.store.lock(kept.id) else { return catalog.entry(kept.id) }
      // Held to the end, so that nobody counts on with what is told here.
      defer { extendLifetime(lock) }
      let again = catalog.entry(kept.id, heldBySelf: true)
      guard let kept = again?.countdown, kept.hasUntoldEnd else { return again }
      writeEnd(kept)
      remove(kept.id)
    } catch {
      writeEnd(kept)
      warnOfTellingAgain(error)
    }
    return nil
  }

  private func writeEnd(_ kept: KeptCountdown) {
    if let line = notice.line(kept) { output.write(line: line) }
  }

  /// Removes the record of an end that has been told.
  private func remove(_ id: String) {
    do {
      try catalog.store.remove(id)
    } catch {
      warnOfTellingAgain(error)
    }
  }

  private func warnOfTellingAgain(_ error: any Error) {
    StandardStream.error.write(line: "sandglass: will be told again: " + VisibleText.of("\(error)"))
  }

  private func write(_ lines: [String]) {
    for line in lines { output.write(line: line) }
  }

  private func status(_ entries: [KeptEntry]) -> Int32 {
    entries.contains { $0.error != nil } ? ExitStatus.failed : 0
  }
}

// MARK: - cancel

extension KeptCommands {
  /// Removes the countdown that a word means, or tells that it has ended.
  func cancel(_ word: String) throws(CatalogError) {
    let lock = try catalog.claim(word, warn: warn)
    // Held to the end, so that nobody counts on with what is removed here.
    defer { extendLifetime(lock) }
    let kept = try catalog.failing { () throws(CountdownStoreError) in
      try catalog.countdown(lock.id, heldBySelf: true)
    }
    guard let kept else { throw catalog.notFound(word) }
    if kept.hasUntoldEnd, let line = notice.line(kept) {
      output.write(line: line)
      return remove(lock.id)
    }
    try catalog.failing { () throws(CountdownStoreError) in try catalog.store.remove(lock.id) }
    output.write(line: VisibleText.of(kept.name) + " cancelled, " + kept.face + " left")
  }

  private func warn(_ message: String) {
    StandardStream.error.write(line: "sandglass: " + VisibleText.of(message))
  }
}

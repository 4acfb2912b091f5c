import Sandglass

/// The commands that read or remove kept countdowns without running any.
@MainActor
struct KeptCommands {
  let catalog: CountdownCatalog
  let localTime: LocalTimeRule
  let output: StandardStream

  init(_ catalog: CountdownCatalog, localTime: LocalTimeRule, on output: StandardStream) {
    self.catalog = catalog
    self.localTime = localTime
    self.output = output
    // If the output fails, the program exits here. An end that was not reported stays in its
    // record.
    output.exitOnFailure()
  }

  private func writeEnd(_ kept: KeptCountdown) {
    let notice = MissedFinishNotice(now: Timekeeper.shared.wallNow, localTime: localTime)
    if let line = notice.line(kept) { output.write(line: line) }
  }

  /// Removes the record of an end that has been reported.
  private func removeTold(_ id: String) {
    do throws(CatalogError) {
      try catalog.remove(id)
    } catch {
      warnOfTellingAgain(error)
    }
  }

  private func warnOfTellingAgain(_ error: CatalogError) {
    StandardStream.error.write(diagnostic: "this end will be reported again: " + error.message)
  }
}

// MARK: - list

extension KeptCommands {
  /// Prints the kept countdowns and returns the exit status.
  func list(isJSON: Bool) throws(CatalogError) -> Int32 {
    let entries = try catalog.entries()
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

  /// Reports an end that no process has reported, and removes its record. Returns the entry to list
  /// instead, or nil.
  private func tellEnd(_ entry: KeptEntry) -> KeptEntry? {
    guard let kept = entry.countdown, kept.hasUntoldEnd else { return entry }
    do throws(CatalogError) {
      guard case .granted(let record) = try catalog.claimEnd(kept.id) else {
        // Another process is reporting or has reported the end, or has restarted the countdown.
        return catalog.entry(kept.id)
      }
      writeEnd(KeptCountdown(record))
      removeTold(kept.id)
    } catch {
      writeEnd(kept)
      warnOfTellingAgain(error)
    }
    return nil
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
  /// Removes the countdown with the given id or label, or reports that it has ended.
  func cancel(_ word: String) throws(CatalogError) {
    let record = try catalog.claim(word) { StandardStream.error.write(diagnostic: $0) }
    let kept = KeptCountdown(record)
    if kept.hasUntoldEnd {
      writeEnd(kept)
      removeTold(kept.id)
    } else {
      try catalog.remove(kept.id)
      output.write(line: VisibleText.of(kept.name) + " cancelled, " + kept.face + " left")
    }
  }
}

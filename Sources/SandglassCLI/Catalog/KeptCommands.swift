import Sandglass

/// The commands that list or cancel kept countdowns without running them.
@MainActor
struct KeptCommands {
  let catalog: CountdownCatalog
  let localTime: LocalTimeRule
  let output: StandardStream

  init(_ catalog: CountdownCatalog, localTime: LocalTimeRule, on output: StandardStream) {
    self.catalog = catalog
    self.localTime = localTime
    self.output = output
    // If a write to the output fails, the program exits. An end that was not reported stays in its
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

  /// If the countdown has ended and no process has reported the end, reports the end, removes the
  /// record and returns nil. Otherwise returns the entry to list.
  private func tellEnd(_ entry: KeptEntry) -> KeptEntry? {
    guard let kept = entry.countdown, kept.hasUntoldEnd else { return entry }
    do throws(CatalogError) {
      guard case .granted(let record) = try catalog.claimEnd(kept.id) else {
        // Another process is reporting the end, has reported it, or has restarted the countdown.
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
  /// Cancels the countdown with the given id or label, or reports its end if it has already ended.
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

import Sandglass

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
    // If the output fails, the program ends here, and the record of an end that was not told stays.
    output.exitOnFailure()
  }

  private func writeEnd(_ kept: KeptCountdown) {
    let notice = MissedFinishNotice(now: Timekeeper.shared.wallNow, localTime: localTime)
    if let line = notice.line(kept) { output.write(line: line) }
  }

  /// Removes the record of an end that has been told.
  private func removeTold(_ id: String) {
    do throws(CatalogError) {
      try catalog.remove(id)
    } catch {
      warnOfTellingAgain(error)
    }
  }

  private func warnOfTellingAgain(_ error: CatalogError) {
    StandardStream.error.write(diagnostic: "will be told again: " + error.message)
  }
}

// MARK: - list

extension KeptCommands {
  /// Tells all that is kept; answers the status to exit with.
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

  /// Tells of an end that nobody was told of, and removes its record; answers with what is to be
  /// listed instead, if anything is.
  ///
  private func tellEnd(_ entry: KeptEntry) -> KeptEntry? {
    guard let kept = entry.countdown, kept.hasUntoldEnd else { return entry }
    do throws(CatalogError) {
      guard case .granted(let record) = try catalog.claimEnd(kept.id) else {
        // Another process tells it, or has done so; or has started it anew.
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
  /// Removes the countdown that a word means, or tells that it has ended.
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

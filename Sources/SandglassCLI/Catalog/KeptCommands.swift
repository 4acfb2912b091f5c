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
  /// One after the other: a lock is an open file, of which the system allows no great number.
  private func tellEnd(_ entry: KeptEntry) -> KeptEntry? {
    guard let kept = entry.countdown, kept.hasUntoldEnd else { return entry }
    do throws(CatalogError) {
      // What another process has the right to tell is not told here.
      guard let claim = try catalog.claim(id: kept.id) else { return catalog.entry(kept.id) }
      // Held until the record is removed, so that no other process goes on with it meanwhile.
      defer { claim.release() }
      let again = catalog.entry(kept.id, isClaimed: true)
      guard let kept = again?.countdown, kept.hasUntoldEnd else { return again }
      writeEnd(kept)
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
    let claim = try catalog.claim(word) { StandardStream.error.write(diagnostic: $0) }
    // Held until the record is removed, so that no other process goes on with it meanwhile.
    defer { claim.release() }
    switch catalog.entry(claim.id, isClaimed: true) {
    case nil: throw catalog.notFound(word)
    case .unreadable(_, let error): throw .store(error)
    case .countdown(let kept) where kept.hasUntoldEnd:
      writeEnd(kept)
      removeTold(claim.id)
    case .countdown(let kept):
      try catalog.remove(claim.id)
      output.write(line: VisibleText.of(kept.name) + " cancelled, " + kept.face + " left")
    }
  }
}

import Sandglass

/// The commands that list or cancel kept countdowns without showing them.
@MainActor
struct KeptCommands {
  let catalog: CountdownCatalog
  let localTime: LocalTimeRule
  let output: StandardStream

  /// The owner of the closure that reports an end.
  private let owner = Owner()

  private final class Owner {}

  init(_ catalog: CountdownCatalog, localTime: LocalTimeRule, on output: StandardStream) {
    self.catalog = catalog
    self.localTime = localTime
    self.output = output
    // If a write to the output fails, the program exits. An end that was not reported stays in its
    // record.
    output.exitOnFailure()
  }
}

// MARK: - list

extension KeptCommands {
  /// Prints the kept countdowns and returns the exit status. Nothing is changed.
  func list(isJSON: Bool) throws(CatalogError) -> Int32 {
    let list = KeptList(entries: try catalog.entries())
    if isJSON {
      write(list.jsonLines)
    } else if list.entries.isEmpty {
      output.write(line: "no countdowns are kept")
    } else {
      write(list.lines)
    }
    return status(list.entries)
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
  /// Cancels the countdown with the given id or label, whichever process runs it. If it has already
  /// ended, and no process has reported that, reports it. Exits once the record is saved.
  func cancel(_ word: String) throws(CatalogError) {
    let countdown = try catalog.countdown(called: word) {
      StandardStream.error.write(diagnostic: $0)
    }
    guard let kept = countdown.id.flatMap({ catalog.entry($0)?.countdown }) else {
      throw catalog.notFound(word)
    }
    guard countdown.hasPendingFinish else {
      let isCancelled = countdown.cancel()
      let line = VisibleText.of(kept.name) + " cancelled, " + kept.face + " left"
      return exitOnceSaved(countdown, printing: isCancelled ? line : nil)
    }
    // The end stays in its record unless it has been printed.
    countdown.onEnd(with: self.owner) { [self] _, end in
      if end.outcome == .finished { writeEnd(kept) }
      exitOnceSaved(countdown)
    }
  }

  private func writeEnd(_ kept: KeptCountdown) {
    let notice = MissedFinishNotice(now: Timekeeper.shared.wallNow, localTime: localTime)
    if let line = notice.line(kept) { output.write(line: line) }
  }

  private func exitOnceSaved(_ countdown: Countdown, printing line: String? = nil) {
    Task {
      do throws(CountdownStoreError) {
        try await countdown.saved()
      } catch {
        StandardStream.error.write(diagnostic: "\(error)")
        exit(ExitStatus.failed)
      }
      if let line { output.write(line: line) }
      exit(0)
    }
  }
}

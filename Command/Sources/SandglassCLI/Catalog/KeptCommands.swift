import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores

/// The commands that list or change kept countdowns without showing them.
@MainActor
final class KeptCommands {
  let catalog: CountdownCatalog
  let localTime: LocalTimeRule
  let output: StandardStream

  /// Retained while the program follows the records.
  var follower: KeptFollower?

  /// The number of ends that are still to be reported.
  private var left = 0

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
    let list = KeptList(entries: try catalog.entries() + catalog.setAside())
    if isJSON {
      write(list.jsonLines)
    } else if list.entries.isEmpty {
      output.write(line: KeptList.nothing)
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

// MARK: - The ends of countdowns that are cancelled

extension KeptCommands {
  /// Reports the ends that no process has reported, and exits once their records say so. An end stays
  /// in its record unless it has been printed.
  func reportEnds(
    of ended: [KeptCountdown], status: Int32, isJSON: Bool
  ) throws(CatalogError) {
    let found = try ended.map { kept throws(CatalogError) in
      (kept, try catalog.countdown(kept.id))
    }
    let countdowns = found.compactMap(\.1)
    for case (let kept, let countdown?) in found {
      guard countdown.hasPendingFinish else {
        countdown.discard()
        continue
      }
      left += 1
      countdown.onEnd(with: self) { own, end in
        if end.outcome == .finished { own.writeEnd(kept, isJSON: isJSON) }
        own.left -= 1
        if own.left == 0 { own.exitOnceSaved(countdowns, status: status) }
      }
    }
    if left == 0 { exitOnceSaved(countdowns, status: status) }
  }

  private func writeEnd(_ kept: KeptCountdown, isJSON: Bool) {
    if isJSON { return output.write(line: JSONLine.object(KeptList.members(kept))) }
    let notice = MissedFinishNotice(now: Timekeeper.shared.wallNow, localTime: localTime)
    if let line = notice.line(kept) { output.write(line: line) }
  }

  private func exitOnceSaved(_ countdowns: [Countdown], status: Int32) {
    Task {
      do throws(CountdownStoreError) {
        for countdown in countdowns { try await countdown.saved() }
      } catch {
        StandardStream.error.write(diagnostic: "\(error)")
        exit(ExitStatus.failed)
      }
      exit(status)
    }
  }
}

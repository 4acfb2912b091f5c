import Dispatch
import Sandglass
import SandglassStores

/// Starts countdowns that another process runs, which has no terminal.
///
/// This process starts the countdowns and writes their records. The other process continues them from
/// there, as `attach` does. This one exits when the other has them.
@MainActor
final class DetachedRun {
  private let ready: [ReadyCountdown]
  private let options: OutputOptions
  private let output: StandardStream
  private var follower: KeptFollower?
  private var patience: OneShotTimer?

  /// The ids of the countdowns that another process is to run; nil before it has been started.
  private var handedOver: [String]?

  /// How long to wait until the countdowns are run.
  private static let limit = Duration.seconds(10)

  init(_ ready: [ReadyCountdown], _ options: OutputOptions, on output: StandardStream) {
    self.ready = ready
    self.options = options
    self.output = output
  }

  /// Starts the countdowns, or none of them if one cannot be kept. Waits for a slow folder, but not for one that does
  /// not respond.
  func start() throws(CatalogError) {
    output.exitOnFailure()
    SignalPipe.listen { [weak self] signal in self?.receive(signal) }
    for each in ready {
      each.countdown.numberEvents()
      each.countdown.start()
    }
    let new = NewRecords(
      ready.enumerated().map { index, each in
        NewRecords.Request(
          index, each.countdown, label: each.label, name: each.name ?? "countdown")
      })
    let progress = new.wait(atMost: NewRecords.limit)
    if progress.isDone { return try handOver(new) }
    guard progress.isFolderRead else { throw cancel("the folder did not respond in time") }
    StandardStream.error.write(diagnostic: new.delayText)
    new.whenDone {
      DispatchQueue.main.async {
        do throws(CatalogError) { try self.handOver(new) } catch { self.fail(error) }
      }
    }
  }

  /// Lets another process run the countdowns that are kept.
  private func handOver(_ new: NewRecords) throws(CatalogError) {
    if let failure = new.failureText { throw cancel(failure) }
    for name in new.ended {
      StandardStream.error.write(diagnostic: "\"\(name)\" ended before it was kept")
    }
    let references = new.progress.references
    guard let catalog = references.values.first?.catalog else { exit(ExitStatus.failed) }
    let ids = ready.indices.compactMap { references[$0]?.id }
    try startProcess(ids)
    handedOver = ids
    let follower = KeptFollower(catalog) { [weak self] entries in
      self?.look(at: ids.compactMap { id in entries.first { $0.countdown?.id == id } })
    }
    self.follower = follower
    patience = OneShotTimer(after: Self.limit, with: self) { own, _ in
      own.fail(.notDetached("the process does not answer; " + Run.wayBack(to: ids)))
    }
    try follower.start()
  }

  /// Cancels all countdowns. Returns the error with the reason.
  private func cancel(_ reason: String) -> CatalogError {
    cancelAll()
    return .notDetached(reason)
  }

  /// Cancels all countdowns, and says of which the records could not be removed.
  private func cancelAll() {
    for each in ready { each.countdown.cancel() }
    let isDone = RecordWaits.wait()
    let left = ready.filter { $0.countdown.hasUnwrittenChanges }
    guard !isDone || !left.isEmpty else { return }
    let word = isDone ? LastWord.notRemoved : .unknown
    let reason = left.compactMap(\.countdown.storeError).first.map { "\($0)" }
    StandardStream.error.write(
      diagnostic: word.text(left.compactMap { $0.label ?? $0.name }, because: reason))
  }

  /// Ctrl-C cancels what no other process runs yet. Any other end leaves it in its record.
  private func receive(_ signal: Signal) {
    switch signal {
    case .suspend: SignalPipe.stop()
    case .proceed, .resize: break
    case .interrupt, .end:
      if handedOver == nil, signal == .interrupt {
        cancelAll()
      } else {
        let ids = handedOver ?? ready.compactMap(\.countdown.id)
        if !ids.isEmpty { StandardStream.error.write(diagnostic: Run.wayBack(to: ids)) }
      }
      exit(signal.exitStatus ?? ExitStatus.failed)
    }
  }

  private func fail(_ error: CatalogError) -> Never {
    StandardStream.error.write(diagnostic: error.message)
    exit(error.status)
  }

  private func startProcess(_ ids: [String]) throws(CatalogError) {
    let waits = ready.contains(where: \.waits)
    let words =
      ["attach"] + ids + (waits ? ["--wait"] : [])
      + (options.isLogged ? [] : ["--no-log"]) + options.reactions.words
    do throws(NewProcess.Failure) {
      _ = try NewProcess.startDetached(words)
    } catch {
      throw .notDetached(String(cString: strerror(error.number)))
    }
  }

  /// Exits once all countdowns are run. A terminal that shows one may run it, too. One that is paused, or past zero, is
  /// run by none, and one that has no record any more has ended.
  private func look(at entries: [KeptEntry]) {
    let countdowns = entries.compactMap(\.countdown)
    let needless = ["paused", "overtime"]
    guard countdowns.allSatisfy({ $0.process != nil || needless.contains($0.stateWord) }) else {
      return
    }
    if options.isJSON {
      for entry in entries { output.write(line: JSONLine.object(KeptList.members(entry))) }
      exit(0)
    }
    for kept in countdowns {
      output.write(line: VisibleText.of(kept.name) + ", " + kept.face + " left")
    }
    if !countdowns.isEmpty { output.write(line: Run.wayBack(to: countdowns.map(\.id))) }
    exit(0)
  }
}

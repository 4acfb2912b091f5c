import Dispatch
import Sandglass

/// One run of the program: the countdowns, their display, and the handling of keys and signals.
@MainActor
final class Run {
  let output: StandardStream
  private let warning: NotKeptWarning
  private let terminal: Terminal?
  let display: any Display
  let options: OutputOptions
  private var keyboard: Keyboard?
  private(set) var countdowns: [RunningCountdown] = []

  /// The rows that keys act on, and what keys have changed.
  var selection = Selection.all
  var history = UndoHistory()

  /// The records that are being written; nil once their places have been noted.
  private var newRecords: NewRecords?

  private var labels: LabelWatch?
  private(set) var isOnTerminal = false
  private var willLookAgain = false
  private var hasWarnedOfSlowness = false

  /// The programs that are run when something happens.
  lazy var programs = EventPrograms { [weak self] line in self?.report(line) }

  /// What is printed last.
  private var farewell: String?

  /// The exit status once all countdowns have ended.
  private var status: Int32 = 0

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - ready: The countdowns to run.
  ///   - options: The output options.
  ///   - warning: Prints the warning that a countdown cannot be kept.
  ///   - output: The stream to write to.
  init(
    _ ready: [ReadyCountdown], _ options: OutputOptions, warning: NotKeptWarning,
    on output: StandardStream
  ) {
    self.output = output
    self.options = options
    self.warning = warning
    terminal = Terminal(output.descriptor)
    let hasKeys = terminal != nil && Keyboard.isPresent
    display = options.display(
      of: ready.map { $0.label ?? $0.caption }, on: output, terminal, hasKeys: hasKeys)
    if hasKeys { keyboard = Keyboard { [weak self] key in self?.press(key) } }
    countdowns = ready.enumerated().map { index, countdown in
      RunningCountdown(countdown) { [weak self] announcement in
        self?.show(announcement, of: index)
      }
    }
    output.onFailure = { [weak self] failure in self?.fail(failure) }
  }

  /// Starts the countdowns, writes their records, and announces their starts.
  ///
  /// If the announcement of a start contains an id, the record has been written. A program that has
  /// read that line can therefore kill this process and attach to the countdown. If the records are not
  /// written within a second, the announcements have no ids, and others follow with the ids.
  func start() {
    SignalPipe.listen { [weak self] signal in self?.receive(signal) }
    Shutdown.onSignal = { [weak self] signal in
      if signal == .interrupt { self?.cancelUnannounced() }
    }
    lookAtTerminal()
    for countdown in countdowns { countdown.start() }
    keep()
    for countdown in countdowns { countdown.announceStart() }
    followLabels()
  }

  private func show(_ announcement: Announcement, of index: Int) {
    lookAtTerminal()
    display.show(announcement, of: index)
    react(to: announcement, of: countdowns[index])
    // Another process may have cancelled it.
    if announcement.event == .cancelled, status == 0 { status = Signal.interrupt.exitStatus ?? 0 }
    if announcement.event.isEnd, countdowns.allSatisfy(\.hasEnded) { end() }
    followRecord(of: countdowns[index], after: announcement.event)
  }
}

// MARK: - Signals

extension Run {
  private func receive(_ signal: Signal) {
    switch signal {
    case .interrupt: cancel(signal)
    case .quit, .terminate, .hangUp: detach(signal)
    case .resize: display.redraw()
    case .suspend: suspend()
    case .proceed: proceed()
    }
  }

  /// Cancels the countdowns that have not ended. A countdown that has already finished stays
  /// finished, even if its finish has yet to be announced.
  func cancel(_ signal: Signal) {
    guard !isWaitingForPrograms else { return exitAtEnd() }
    let cancelled = countdowns.filter { $0.cancel() }
    guard !cancelled.isEmpty else { return }
    // What has finished is not cancelled, even if it counted past zero.
    if !cancelled.allSatisfy(\.isFinished) { status = signal.exitStatus ?? status }
    for countdown in cancelled { countdown.announceCancellation() }
  }

  /// Whether all countdowns have ended, and programs are still running.
  private var isWaitingForPrograms: Bool { countdowns.allSatisfy(\.hasEnded) }

  /// Cancels the countdowns that have not ended, without announcing the cancellation.
  private func cancelUnannounced() {
    for countdown in countdowns { _ = countdown.cancel() }
  }

  /// Leaves the countdowns that have not ended in their records, and cancels those that have no
  /// record.
  private func detach(_ signal: Signal) {
    guard !isWaitingForPrograms else { return exitAtEnd() }
    let unkept = unkept()
    let kept = countdowns.filter { countdown in
      !unkept.contains { $0 === countdown } && countdown.detach()
    }
    let cancelled = unkept.filter { $0.cancel() }
    guard !kept.isEmpty || !cancelled.isEmpty else { return }
    status = signal.exitStatus ?? status
    for countdown in kept { countdown.announceDetaching() }
    for countdown in cancelled { countdown.announceCancellation() }
  }

  /// Leaves the countdowns in their records, and says how to come back. Does nothing if one of them
  /// has no record.
  func detachByKey() {
    if let name = unkept().first(where: { !$0.hasEnded })?.name {
      display.makeRoom()
      return StandardStream.error.write(
        diagnostic: "\"\(name)\" is not kept, so it cannot be left; accepted: q, which cancels")
    }
    let kept = countdowns.filter { $0.detach() }
    guard !kept.isEmpty else { return }
    status = ExitStatus.left
    if !options.isJSON { farewell = Self.wayBack(to: kept.compactMap { $0.place?.id }) }
    for countdown in kept { countdown.announceDetaching() }
  }

  /// Returns the line that says how to show countdowns again.
  static func wayBack(to ids: [String]) -> String {
    "come back with: sandglass attach " + ids.map(ShellWord.of).joined(separator: " ")
  }

  /// Waits for the records, and returns the countdowns that have none.
  private func unkept() -> [RunningCountdown] {
    save()
    let removed = removedRecords()
    return countdowns.filter { !$0.isKept || removed.contains($0.place?.id ?? "") }
  }

  private func suspend() {
    leaveTerminal()
    SignalPipe.stop()
    proceed()
  }

  /// Called when the process is continued after it was stopped. The state of the terminal is then
  /// unknown.
  private func proceed() {
    isOnTerminal = false
    display.abandon()
    keyboard?.abandon()
    lookAtTerminal()
  }
}

// MARK: - The terminal and the end

extension Run {
  /// Takes over the terminal if this job is now in the foreground, and stops using the terminal if
  /// it is not.
  private func lookAtTerminal() {
    guard let terminal else { return }
    let isOurs = terminal.isOurs
    if isOurs, !isOnTerminal {
      keyboard?.enter()
      display.enter()
    } else if !isOurs {
      keyboard?.abandon()
      display.abandon()
      lookAgainLater()
    }
    isOnTerminal = isOurs
  }

  /// Checks the terminal again after one second, because a running job is not notified when it is
  /// put into the foreground.
  private func lookAgainLater() {
    guard !willLookAgain else { return }
    willLookAgain = true
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
      self.willLookAgain = false
      self.lookAtTerminal()
    }
  }

  private func leaveTerminal() {
    guard let terminal, isOnTerminal else { return }
    isOnTerminal = false
    guard terminal.isOurs else { return }
    display.leave()
    keyboard?.leave()
  }

  private func end() {
    // What the programs write is still reported.
    guard programs.running == 0 else {
      return programs.onIdle = { [weak self] in self?.end() }
    }
    exitAtEnd()
  }

  private func exitAtEnd() {
    var wasReported = true
    output.onFailure = { [self] failure in
      wasReported = false
      if case .givenUp(let signal) = failure { status = signal.exitStatus ?? status }
    }
    leaveTerminal()
    if let farewell { output.write(line: farewell) }
    // An end that could not be displayed stays in its record.
    if wasReported { for countdown in countdowns { countdown.acknowledgeReportedFinish() } }
    save()
    exit(status)
  }

  /// Exits because the output can no longer be written to. Prints no message if the reader has
  /// closed the output. Countdowns that have not ended, and ends that could not be reported, stay
  /// in their records. After Ctrl-C, countdowns that have not ended are cancelled, as they are when
  /// the output works.
  private func fail(_ failure: StandardStream.Failure) {
    output.onFailure = nil
    if failure == .givenUp(.interrupt) { cancelUnannounced() }
    leaveTerminal()
    save()
    exit(StandardStream.exitStatus(after: failure, onTerminal: terminal != nil))
  }
}

// MARK: - The records

extension Run {
  private func keep() {
    let unkept = countdowns.enumerated().compactMap { index, countdown in
      countdown.unkept.map {
        NewRecords.Request(index, $0.countdown, label: $0.label, name: $0.name)
      }
    }
    guard !unkept.isEmpty else { return }
    let new = NewRecords(unkept)
    newRecords = new
    if new.wait(atMost: NewRecords.limit).isDone {
      notePlaces()
      return
    }
    display.makeRoom()
    StandardStream.error.write(diagnostic: new.delayText)
    new.whenDone {
      DispatchQueue.main.async {
        self.announcePlaces()
        self.followLabels()
      }
    }
  }

  /// Notes where the new countdowns are kept, once all are. Returns their indices.
  @discardableResult
  private func notePlaces() -> [Int] {
    guard let new = newRecords, new.progress.isDone else { return [] }
    newRecords = nil
    for (index, place) in new.progress.places { countdowns[index].note(place) }
    if let failure = new.failureText { warning.report(failure) { display.makeRoom() } }
    return new.progress.places.keys.sorted()
  }

  /// Announces where the new countdowns are kept, because their starts were announced without it.
  private func announcePlaces() {
    for index in notePlaces() { countdowns[index].announcePlace() }
  }

  /// Waits for the new records, unless their folder does not respond. Returns whether there were any to wait for.
  private func awaitNewRecords() -> Bool {
    guard let new = newRecords, new.progress.isFolderRead else { return false }
    if !new.wait(atMost: Self.patience).isDone { warnOfSlowness() }
    announcePlaces()
    return true
  }

  /// How long to wait for new records at the end. A change waits that long for a folder that others are changing.
  private static var patience: DispatchTimeInterval { .seconds(10) }

  private func followLabels() {
    guard labels == nil, let catalog = countdowns.compactMap(\.place).first?.catalog else { return }
    labels = LabelWatch(catalog) { [weak self] id, label in
      for countdown in self?.countdowns ?? [] where countdown.place?.id == id {
        countdown.follow(label: label)
      }
    }
  }

  /// Warns if the record of a countdown cannot be written.
  private func followRecord(of countdown: RunningCountdown, after event: Announcement.Event) {
    guard event != .tick, event != .milestone, let kept = countdown.keptCountdown else { return }
    Timekeeper.shared.afterSaves { [weak self] in
      // A failure is stored in `storeError`, which `report` reads.
      DispatchQueue.main.async { self?.report(kept) }
    }
  }

  /// Waits until every change has been written to the records, or writing it has failed.
  private func save() {
    // If a countdown has ended meanwhile, its new record is to be removed.
    let wereNew = awaitNewRecords()
    let kept = countdowns.compactMap(\.keptCountdown)
    guard wereNew || !kept.isEmpty else { return }
    guard RecordWaits.wait() else { return warnOfSlowness() }
    kept.forEach(report)
  }

  private func report(_ countdown: Countdown) {
    guard let error = countdown.storeError else { return }
    warning.report("\(error)") { display.makeRoom() }
  }

  /// Returns the ids of the records that another program has removed, and warns about one of them.
  private func removedRecords() -> Set<String> {
    let removed = RecordWaits.removed(of: countdowns.filter { !$0.hasEnded }.compactMap(\.place))
    if let id = removed.min() {
      warning.report("the record \"\(id)\" has been removed") { display.makeRoom() }
    }
    return removed
  }

  private func warnOfSlowness() {
    guard !hasWarnedOfSlowness else { return }
    hasWarnedOfSlowness = true
    display.makeRoom()
    StandardStream.error.write(
      diagnostic: "the records could not be written in time; \"sandglass list\" shows what is kept")
  }
}

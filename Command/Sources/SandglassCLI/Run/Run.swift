import Dispatch
import Sandglass
import SandglassCore
import SandglassStores

/// One run of the program: the countdowns, their display, and the handling of keys and signals.
@MainActor
final class Run {
  let output: StandardStream
  private let terminal: Terminal?
  let display: any Display
  let options: OutputOptions
  private var keyboard: Keyboard?
  private(set) var countdowns: [RunningCountdown] = []

  /// The rows that keys act on, and what keys have changed.
  var selection = Selection.all
  var history = UndoHistory()

  /// The records that are being written; nil once their references have been noted.
  private var newRecords: NewRecords?

  /// The next attempt at records that could not be written, and how many have failed.
  private var keepingTimer: OneShotTimer?
  private var keepingFailures = 0

  private var labels: LabelWatch?

  /// Writes the log; nil without one.
  private let log: LogWriter?
  private(set) var isOnTerminal = false
  private var willLookAgain = false
  private var hasWarnedOfSlowness = false

  /// The programs that are run when something happens.
  lazy var programs = EventPrograms { [weak self] line in self?.report(line) }

  /// Looks after records that cannot be read or written.
  private lazy var care = RecordCare(
    errors: { [weak self] in self?.keptCountdowns.compactMap(\.storeError) ?? [] },
    tryAgain: { [weak self] in
      for countdown in self?.keptCountdowns ?? [] where countdown.storeError?.mayPass == true {
        countdown.exchangeRecord()
      }
    },
    say: { [weak self] line in self?.say(line) })

  private var keptCountdowns: [Countdown] { countdowns.compactMap(\.keptCountdown) }

  /// What is printed last.
  private var farewell: String?

  /// The exit status once all countdowns have ended.
  private var status: Int32 = 0

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - ready: The countdowns to run.
  ///   - options: The output options.
  ///   - output: The stream to write to.
  init(_ ready: [ReadyCountdown], _ options: OutputOptions, on output: StandardStream) {
    self.output = output
    self.options = options
    // With --no-keep, nothing is written.
    let isKept = ready.allSatisfy { $0.name != nil || $0.reference != nil }
    log = options.isLogged && isKept ? LogWriter(of: ready.count) : nil
    terminal = Terminal(output.descriptor)
    let hasKeys = terminal != nil && Keyboard.isPresent
    display = options.display(
      of: ready.map { $0.label ?? $0.caption }, on: output, terminal, hasKeys: hasKeys)
    if hasKeys {
      keyboard = Keyboard(rescue: display.rescue) { [weak self] key in self?.press(key) }
    }
    countdowns = ready.enumerated().map { index, countdown in
      RunningCountdown(countdown, ticks: display.showsTicks) { [weak self] announcement in
        self?.show(announcement, of: index)
      }
    }
    output.onFailure = { [weak self] failure in self?.fail(failure) }
    DamageReport.say = { [weak self] line in self?.say(line) }
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
    note(announcement, of: index)
    // Another process may have cancelled it.
    if announcement.event == .cancelled, status == 0 { status = Signal.interrupt.exitStatus ?? 0 }
    if announcement.event.isEnd, countdowns.allSatisfy(\.hasEnded) { end() }
    if announcement.event != .tick, announcement.event != .milestone { care.checkSoon() }
  }
}

// MARK: - The log

extension Run {
  private func note(_ announcement: Announcement, of index: Int) {
    guard let log else { return }
    let isEvent = Reactions.Event(announcement.event) != nil
    log.note(
      announcement, of: index, name: countdowns[index].name, asleep: countdowns[index].asleep,
      event: isEvent ? countdowns[index].numberedEvent(announcement) : nil)
  }

  private func finishLog() {
    if let problem = log?.finish() { say(problem) }
  }
}

// MARK: - Signals

extension Run {
  private func receive(_ signal: Signal) {
    switch signal {
    case .interrupt: cancel(signal)
    case .end: end(by: signal)
    case .resize: display.redraw()
    case .suspend: suspend()
    case .proceed: proceed()
    }
  }

  /// Cancels the countdowns that have not ended. A countdown that has already finished stays
  /// finished, even if its finish has yet to be announced.
  func cancel(_ signal: Signal) {
    guard !isWaitingForPrograms else { return exitAtEnd() }
    let cancelled = countdowns.filter { $0.depart(.cancel) != nil }
    guard !cancelled.isEmpty else { return }
    // What has finished is not cancelled, even if it counted past zero.
    if !cancelled.allSatisfy(\.isFinished) { status = signal.exitStatus ?? status }
    for countdown in cancelled { countdown.announceDeparture() }
  }

  /// Whether all countdowns have ended, and programs are still running.
  private var isWaitingForPrograms: Bool { countdowns.allSatisfy(\.hasEnded) }

  /// Cancels the countdowns that have not ended, without announcing the cancellation.
  private func cancelUnannounced() {
    for countdown in countdowns { _ = countdown.depart(.cancel) }
  }

  /// Leaves the countdowns that have not ended as they are on the disk.
  private func end(by signal: Signal) {
    guard !isWaitingForPrograms else { return exitAtEnd() }
    lookAtRecords()
    let left = countdowns.filter { $0.depart(.end) != nil }
    guard !left.isEmpty else { return }
    status = signal.exitStatus ?? status
    for countdown in left { countdown.announceDeparture() }
  }

  /// Leaves the countdowns in their records, and says how to come back. Does nothing if one of them
  /// has no record.
  func detachByKey() {
    lookAtRecords()
    if let unkept = countdowns.first(where: {
      !$0.hasEnded && Departure(.leave, $0.standing) == .stay
    }) {
      let isNew = unkept.standing == .beingWritten
      return say(
        "\"\(unkept.name)\" is not kept" + (isNew ? " yet" : "")
          + ", so it cannot be left; accepted: q, which cancels"
          + (isNew ? ", or d, once the folder responds" : ""))
    }
    let left = countdowns.filter { $0.depart(.leave) == .leave }
    guard !left.isEmpty else { return }
    status = ExitStatus.left
    if !options.isJSON { farewell = wayBack(to: left) }
    for countdown in left { countdown.announceDeparture() }
  }

  private func wayBack(to left: [RunningCountdown]) -> String {
    // That they wait between phases is not in their records, and no process is left that knows it.
    Self.wayBack(to: left.compactMap { $0.reference?.id })
      + (left.contains(where: \.waits) ? " --wait" : "")
  }

  /// Returns the line that says how to show countdowns again.
  static func wayBack(to ids: [String]) -> String {
    "come back with: sandglass attach " + ids.map(ShellWord.of).joined(separator: " ")
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
    saveForTheLastTime()
    finishLog()
    exit(status)
  }

  /// Exits because the output can no longer be written to. Prints no message if the reader has
  /// closed the output. Countdowns that have not ended, and ends that could not be reported, stay
  /// in their records. After Ctrl-C, countdowns that have not ended are cancelled, as they are when
  /// the output works.
  private func fail(_ failure: StandardStream.Failure) {
    output.onFailure = nil
    let wish: DepartureWish = failure == .givenUp(.interrupt) ? .cancel : .end
    for countdown in countdowns { _ = countdown.depart(wish) }
    leaveTerminal()
    saveForTheLastTime()
    finishLog()
    exit(StandardStream.exitStatus(after: failure, onTerminal: terminal != nil))
  }
}

// MARK: - New records

extension Run {
  /// Begins to write the records of countdowns that have none. Returns nil if there is no such countdown.
  private func writeNewRecords() -> NewRecords? {
    let unkept = countdowns.enumerated().compactMap { index, countdown in
      countdown.unkept.map {
        NewRecords.Request(index, $0.countdown, label: $0.label, name: $0.name)
      }
    }
    guard !unkept.isEmpty else { return nil }
    let new = NewRecords(unkept)
    newRecords = new
    for request in unkept { countdowns[request.index].noteBeingKept() }
    return new
  }

  /// Writes the records of countdowns that have just started.
  private func keep() {
    guard let new = writeNewRecords() else { return }
    if new.wait(atMost: NewRecords.limit).isDone {
      noteReferences()
      return
    }
    say(new.delayText)
    new.whenDone {
      DispatchQueue.main.async {
        self.announceIDs()
        self.followLabels()
      }
    }
  }

  /// Notes where the new countdowns are kept, once all are. Returns their indices.
  @discardableResult
  private func noteReferences() -> [Int] {
    guard let new = newRecords, new.progress.isDone else { return [] }
    newRecords = nil
    let progress = new.progress
    for (index, countdown) in countdowns.enumerated() {
      countdown.noteKept(as: progress.references[index])
    }
    if let failure = new.failureText, keepingFailures == 0 { say("not kept: " + failure) }
    if progress.failures.contains(where: \.mayPass) {
      keepLater()
    } else if keepingFailures > 0, !progress.references.isEmpty {
      say(
        "kept now: " + NameList.text(progress.references.keys.sorted().map { countdowns[$0].name }))
    }
    return progress.references.keys.sorted()
  }

  /// Tries again to write the records that could not be written.
  private func keepLater() {
    keepingFailures += 1
    let delay = RecordCare.backoff.delay(after: keepingFailures, random: 0)
    keepingTimer = OneShotTimer(after: delay, with: self) { own, _ in
      own.writeNewRecords()?.whenDone {
        DispatchQueue.main.async {
          own.announceIDs()
          own.followLabels()
        }
      }
    }
  }

  /// Announces where the new countdowns are kept, because their starts were announced without it.
  private func announceIDs() {
    for index in noteReferences() { countdowns[index].announceID() }
  }

  /// Waits for the new records, unless their folder does not respond.
  private func awaitNewRecords() {
    guard let new = newRecords, new.progress.isFolderRead else { return }
    if !new.wait(atMost: Self.patience).isDone { warnOfSlowness() }
    announceIDs()
  }

  /// How long to wait for new records at the end. A change waits that long for a folder that others are changing.
  private static var patience: DispatchTimeInterval { .seconds(10) }
}

// MARK: - The records

extension Run {
  private func followLabels() {
    guard labels == nil, let catalog = countdowns.compactMap(\.reference).first?.catalog else {
      return
    }
    labels = LabelWatch(catalog) { [weak self] labels, isFailing in
      guard let self else { return }
      for countdown in countdowns where !labels.isEmpty {
        guard let id = countdown.reference?.id, let label = labels[Array(id.utf8)] else { continue }
        countdown.follow(label: label)
      }
      if isFailing { for countdown in keptCountdowns { countdown.exchangeRecord() } }
      care.checkSoon()
    }
    // The folder may have been moved away just before it was watched.
    keptCountdowns.first?.exchangeRecord()
    care.checkSoon()
  }

  /// Reads and writes the records once more, so that what is decided follows from what is on the disk.
  private func lookAtRecords() {
    awaitNewRecords()
    let kept = countdowns.filter { !$0.hasEnded }.compactMap(\.keptCountdown)
    guard !kept.isEmpty else { return }
    for countdown in kept { countdown.exchangeRecord() }
    if !care.wait() { warnOfSlowness() }
  }

  /// Writes what the records lack, and says of which records that is not possible.
  private func saveForTheLastTime() {
    awaitNewRecords()
    // If a countdown has ended before its new record was written, that is removed.
    guard RecordWaits.wait() else { return warnOfSlowness() }
    for countdown in keptCountdowns where countdown.storeError?.mayPass == true {
      countdown.exchangeRecord()
    }
    guard care.wait() else { return warnOfSlowness() }
    for word in LastWord.allCases {
      let concerned = countdowns.filter { $0.lastWord == word }
      guard !concerned.isEmpty else { continue }
      let error = concerned.compactMap { $0.keptCountdown?.storeError }.first
      say(word.text(concerned.map(\.name), because: error.map { "\($0)" }))
    }
  }

  /// Says something in a line of its own.
  private func say(_ line: String) {
    display.makeRoom()
    StandardStream.error.write(diagnostic: line)
  }

  private func warnOfSlowness() {
    guard !hasWarnedOfSlowness else { return }
    hasWarnedOfSlowness = true
    say(LastWord.unknown.text([], because: nil))
  }
}

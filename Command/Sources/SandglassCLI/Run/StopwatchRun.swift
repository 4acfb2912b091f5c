import Sandglass
import SandglassCore
import SandglassStores

/// Shows a kept stopwatch until it is ended or left.
@MainActor
final class StopwatchRun {
  private let id: String
  private let stopwatch: Stopwatch
  private let isJSON: Bool
  private let isBig: Bool
  private let output: StandardStream
  private let screen: KeptScreen
  private let style = Style(environment: Environment.value)

  /// Looks after a record that cannot be read or written.
  private lazy var care = RecordCare(
    errors: { [weak self] in [self?.stopwatch.storeError].compactMap(\.self) },
    tryAgain: { [weak self] in self?.stopwatch.exchangeRecord() },
    say: { [weak self] line in self?.screen.report(line) })

  /// The latest reading of the stopwatch before it was ended.
  private var latest: StopwatchReading?

  /// The reading that was written last; nil on a terminal.
  private var reported: StopwatchReading?

  init(
    _ id: String, in catalog: CountdownCatalog, isJSON: Bool, isBig: Bool, on output: StandardStream
  ) {
    self.id = id
    self.isJSON = isJSON
    self.isBig = isBig
    self.output = output
    stopwatch = catalog.countdowns.stopwatch(id, unit: KeptStopwatch.unit)
    screen = KeptScreen(on: output, isPlain: isJSON)
  }

  /// Starts the stopwatch, unless it has a total already, and shows it.
  func start() {
    output.onFailure = { [weak self] failure in self?.fail(failure) }
    screen.listen(onKey: { [weak self] key in self?.press(key) }) { [weak self] signal in
      if signal == .interrupt { self?.end() } else { self?.leave(by: signal) }
    }
    DamageReport.say = { [weak self] line in self?.screen.report(line) }
    if stopwatch.state == .idle { stopwatch.start() }
    _ = care.wait()
    stopwatch.onTick(with: self) { own, reading in own.show(reading) }
  }

  private func show(_ reading: StopwatchReading) {
    // Without a record, the stopwatch is over. Another process has ended it.
    if reading.state == .idle { return end(at: latest ?? reading) }
    latest = reading
    if stopwatch.storeError != nil { care.checkSoon() }
    guard screen.isOnTerminal else { return write(reading) }
    screen.show { [self] size in frame(reading, size).lines(height: size.height) }
  }

  private func write(_ reading: StopwatchReading) {
    let news = StopwatchFrame.news(reading, since: reported)
    guard !news.isEmpty else { return }
    reported = reading
    for line in isJSON ? [object(reading)] : news { output.write(line: line) }
  }

  private func frame(_ reading: StopwatchReading, _ size: KeptScreen.Size) -> StopwatchFrame {
    StopwatchFrame(
      name: VisibleText.of(id), reading: reading, width: size.width, style: style,
      hasKeys: screen.hasKeys, isBig: isBig)
  }

  private func object(_ reading: StopwatchReading) -> String {
    JSONLine.object(
      KeptStopwatch(id: id, reading: reading, certainty: stopwatch.certainty).members)
  }
}

// MARK: - Keys

extension StopwatchRun {
  private func press(_ key: Key) {
    switch key {
    case .pause: stopwatch.toggle()
    case .lap: stopwatch.lap()
    // The record stays, because the other processes end when it is removed.
    case .reset: stopwatch.setToZero()
    case .detach: leaveByKey()
    case .cancel: end()
    // A stopwatch has no phases, no rows and no end to move.
    case .more, .less, .skip, .back, .up, .down, .row, .all, .undo, .help: break
    }
    care.checkSoon()
  }

  private func leaveByKey() {
    lookAtRecord()
    let departure = Departure(.leave, standing)
    guard departure == .leave else {
      return screen.report(
        "\"\(id)\" is not kept, so it cannot be left; accepted: q, which ends it")
    }
    leave(departure, ExitStatus.left)
  }

  /// Reads and writes the record once more, so that what is decided follows from what is on the disk.
  private func lookAtRecord() {
    stopwatch.exchangeRecord()
    _ = care.wait()
  }

  /// What the store has said of the record.
  private var standing: RecordStanding {
    guard stopwatch.hasStoredRecord else {
      return stopwatch.storeError == nil ? .beingWritten : .none
    }
    return RecordStanding(
      error: stopwatch.storeError, lacksChanges: stopwatch.hasUnwrittenChanges)
  }
}

// MARK: - The end

extension StopwatchRun {
  /// Resets the stopwatch, and leaves its time and its laps on the screen.
  private func end() {
    let reading = stopwatch.reading
    stopwatch.reset()
    end(at: reading, .cancel)
  }

  /// Leaves the last time and the laps of the stopwatch on the screen, and exits.
  private func end(at reading: StopwatchReading, _ departure: Departure? = nil) {
    stopwatch.unbind(self)
    if screen.isOnTerminal {
      screen.leave { [self] size in frame(reading, size).lastLines }
    } else {
      output.write(line: isJSON ? object(reading) : reading.clockFace)
    }
    saveForTheLastTime(departure)
    exit(0)
  }

  private func leave(by signal: Signal) {
    lookAtRecord()
    leave(Departure(.end, standing), signal.exitStatus ?? 0)
  }

  /// Leaves the stopwatch in its record, if it has one.
  private func leave(_ departure: Departure, _ status: Int32) {
    stopwatch.unbind(self)
    let reading = stopwatch.reading
    screen.leave { [self] size in frame(reading, size).lastLines }
    saveForTheLastTime(departure)
    if !isJSON, departure == .leave {
      output.write(line: "come back with: sandglass stopwatch " + ShellWord.of(id))
    }
    exit(status)
  }

  /// Writes what the record lacks, and says so if that is not possible.
  private func saveForTheLastTime(_ departure: Departure?) {
    guard RecordWaits.wait() else { return say(.unknown) }
    if stopwatch.storeError?.mayPass == true { stopwatch.exchangeRecord() }
    guard RecordWaits.wait(), RecordWaits.wait() else { return say(.unknown) }
    // Nothing is being written any more.
    let standing = standing == .beingWritten ? .none : standing
    if let departure, let word = LastWord(after: departure, standing) { say(word) }
  }

  private func say(_ word: LastWord) {
    let reason = stopwatch.storeError.map { "\($0)" }
    StandardStream.error.write(diagnostic: word.text([id], because: reason))
  }

  private func fail(_ failure: StandardStream.Failure) {
    output.onFailure = nil
    let isCancelled = failure == .givenUp(.interrupt)
    if isCancelled { stopwatch.reset() }
    screen.leave()
    saveForTheLastTime(isCancelled ? .cancel : .leave)
    exit(StandardStream.exitStatus(after: failure, onTerminal: screen.isOnTerminal))
  }
}

import Dispatch
import Sandglass

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One run of the program: the countdowns, where they are shown, and what keys and signals do.
@MainActor
final class Run {
  private let terminal: Terminal?
  private let display: any Display
  private var keyboard: Keyboard?
  private var countdowns: [RunningCountdown] = []
  private var isOnTerminal = false
  private var willLookAgain = false

  /// The status to exit with once nothing runs any more.
  private var status: Int32 = 0

  init(_ request: RunRequest, on output: Output) {
    terminal = Terminal(output)
    let hasKeys = terminal != nil && isatty(STDIN_FILENO) == 1
    display = Self.display(request, output, terminal, hasKeys: hasKeys)
    if hasKeys { keyboard = Keyboard { [weak self] key in self?.press(key) } }
    countdowns = request.countdowns.enumerated().map { index, countdown in
      RunningCountdown(countdown, milestones: request.milestones) { [weak self] announcement in
        self?.show(announcement, of: index)
      }
    }
    output.onFailure = { [weak self] error in self?.fail(error) }
  }

  /// Starts all the countdowns.
  func start() {
    SignalPipe.listen { [weak self] signal in self?.receive(signal) }
    lookAtTerminal()
    for countdown in countdowns { countdown.start() }
  }

  private static func display(
    _ request: RunRequest, _ output: Output, _ terminal: Terminal?, hasKeys: Bool
  ) -> any Display {
    if request.isJSON { return LineDisplay(output, text: JSONLine.text) }
    guard let terminal, Environment.value("TERM") != "dumb" else {
      return LineDisplay(output, text: PlainLine(hasLabels: request.countdowns.count > 1).text)
    }
    let labels = request.countdowns.map { $0.label ?? $0.caption }
    return LiveDisplay(
      output, terminal, labels: labels, style: Style(environment: Environment.value),
      explainsKeys: hasKeys, rings: !request.isQuiet)
  }

  private func show(_ announcement: Announcement, of index: Int) {
    lookAtTerminal()
    display.show(announcement, of: index)
    if announcement.event.isEnd, countdowns.allSatisfy(\.hasEnded) { end() }
  }
}

// MARK: - Keys and signals

extension Run {
  private func press(_ key: Key) {
    switch key {
    case .pause: pauseOrResume()
    case .more: for countdown in countdowns { countdown.extend(by: .seconds(60)) }
    case .less: for countdown in countdowns { countdown.extend(by: .seconds(-60)) }
    case .cancel: cancel(Signal.interrupt)
    }
  }

  private func pauseOrResume() {
    if countdowns.contains(where: \.isRunning) {
      for countdown in countdowns { countdown.pause() }
    } else {
      for countdown in countdowns { countdown.resume() }
    }
  }

  private func receive(_ signal: Signal) {
    switch signal {
    case .interrupt, .quit, .terminate, .hangUp: cancel(signal)
    case .resize: display.redraw()
    case .suspend: suspend()
    case .proceed: proceed()
    }
  }

  /// Cancels what still lasts. What has finished by now keeps its end, though it may be told only
  /// after this.
  private func cancel(_ signal: Signal) {
    let cancelled = countdowns.filter { $0.cancel() }
    guard !cancelled.isEmpty else { return }
    status = signal.exitStatus ?? status
    for countdown in cancelled { countdown.announceCancellation() }
  }

  private func suspend() {
    leaveTerminal()
    SignalPipe.stop()
    proceed()
  }

  /// Goes on after a stop: what happened to the terminal meanwhile is not known.
  private func proceed() {
    isOnTerminal = false
    display.abandon()
    keyboard?.abandon()
    lookAtTerminal()
  }
}

// MARK: - The terminal and the end

extension Run {
  /// Takes the terminal if it has become ours, and leaves it alone if it has ceased to be.
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

  /// Nobody tells a job that was put into the foreground while it ran.
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
    Output.standard.onFailure = nil
    leaveTerminal()
    exit(status)
  }

  /// Ends a run whose output cannot be written; quietly if nobody reads it any more.
  private func fail(_ error: Int32) {
    Output.standard.onFailure = nil
    leaveTerminal()
    if error == EPIPE { exit(128 + SIGPIPE) }
    if error == EIO, terminal != nil { exit(128 + SIGHUP) }
    Output.error.write(line: "sandglass: cannot write: " + String(cString: strerror(error)))
    exit(74)
  }
}

import Dispatch
import Sandglass
import SandglassCore

/// A display on a terminal, with one line for each countdown. It redraws the lines after each
/// change.
///
/// Between redraws, the cursor stays at the start of the first line. Drawing therefore begins in
/// the right place even if the terminal was resized and the lines below have moved.
@MainActor
final class LiveDisplay: Display {
  private let output: StandardStream
  private let terminal: Terminal
  private let style: Style

  /// By how much `+` and `-` change a countdown; nil without keys.
  private let step: Duration?
  private let isBig: Bool
  private let rings: Bool
  private let localTime: LocalTimeRule
  private var rows: [Row]
  private var hasEntered = false
  private var showsHelp = false

  /// Whether the previous window title still has to be restored.
  private var hasPushedTitle = false
  private var willDraw = false

  init(
    _ output: StandardStream, _ terminal: Terminal, labels: [String?], style: Style,
    step: Duration?, isBig: Bool, rings: Bool, localTime: LocalTimeRule
  ) {
    self.output = output
    self.terminal = terminal
    self.style = style
    self.step = step
    self.isBig = isBig
    self.rings = rings
    self.localTime = localTime
    rows = labels.map(Row.init)
  }

  func show(_ announcement: Announcement, of index: Int) {
    rows[index].apply(announcement, localTime: localTime)
    switch announcement.event {
    case .milestone, .phase: report(announcement)
    case .finished: ring()
    default: break
    }
    drawSoon()
  }

  func enter() {
    guard !hasEntered else { return }
    hasEntered = true
    output.write((hasPushedTitle ? "" : Escape.pushTitle) + Escape.hideCursor + pasteMarks(true))
    hasPushedTitle = true
    drawSoon()
  }

  func leave() {
    guard hasEntered else { return }
    hasEntered = false
    hasPushedTitle = false
    let lines = frame(height: .max).lines.map { $0 + "\n" }.joined()
    output.write(
      Escape.noWrap + Escape.eraseBelow + lines + Escape.wrap + pasteMarks(false)
        + Escape.showCursor + Escape.popTitle)
  }

  var rescue: String { Escape.restore + Escape.popTitle }

  /// What is pasted is no key.
  private func pasteMarks(_ areWanted: Bool) -> String {
    guard step != nil else { return "" }
    return areWanted ? Escape.markPastes : Escape.markNoPastes
  }

  func abandon() {
    hasEntered = false
  }

  func makeRoom() {
    guard hasEntered else { return }
    output.write(Escape.eraseBelow)
    drawSoon()
  }

  func redraw() {
    guard hasEntered else { return }
    let frame = frame(height: terminal.size.height)
    output.write(Escape.title(frame.title) + Escape.draw(frame.lines))
  }

  private func frame(height: Int) -> Frame {
    Frame(
      rows: rows.filter { !$0.face.isEmpty }, width: terminal.size.width, height: height,
      style: style, keys: keys, isBig: isBig && hasEntered)
  }

  private var keys: KeyHelp? {
    guard let step, hasEntered else { return nil }
    return KeyHelp(step: step, isWhole: showsHelp)
  }

  func show(_ selection: Selection) {
    for index in rows.indices { rows[index].isSelected = selection == .row(index) }
    drawSoon()
  }

  func toggleHelp() {
    showsHelp.toggle()
    drawSoon()
  }

  /// Schedules a redraw, unless one is pending. Announcements that are made together are drawn
  /// together.
  private func drawSoon() {
    guard !willDraw else { return }
    willDraw = true
    DispatchQueue.main.async {
      self.willDraw = false
      self.redraw()
    }
  }

  /// Writes a milestone above the frame, where it stays.
  private func report(_ announcement: Announcement) {
    if !announcement.isLastPhaseEnd { ring() }
    guard hasEntered, let line = words.text(announcement) else { return }
    output.write(Escape.eraseBelow + line + "\n")
  }

  private var words: PlainLine { PlainLine(hasLabels: true, localTime: localTime) }

  private func ring() {
    if rings { output.write(Escape.bell) }
  }
}

// MARK: - Rows

extension Row {
  /// Applies an announcement to the row.
  ///
  /// - Parameters:
  ///   - announcement: The announcement.
  ///   - localTime: The rule for local time.
  mutating func apply(_ announcement: Announcement, localTime: LocalTimeRule) {
    switch announcement.event {
    case .started, .attached, .resumed, .restarted: status = .running
    case .paused: status = .paused
    case .finished: status = announcement.overtime == nil ? .done : .overtime
    case .stopped: status = .done
    case .cancelled: status = .cancelled
    case .kept: status = .kept
    // An extension may have ended overtime.
    case .undone: if announcement.overtime != nil { status = .overtime }
    case .tick, .extended, .back: break
    case .renamed: label = announcement.label.map(VisibleText.of) ?? label
    case .milestone, .phase, .saved: return
    }
    hasPhases = hasPhases || announcement.phase != nil
    remaining = announcement.remaining
    progress = announcement.progress
    face = status == .done ? "done" : announcement.face
    remark = remark(announcement, localTime)
    ends = status == .running ? endText(announcement, localTime) : nil
    faceWidth = max(faceWidth, DisplayWidth.of(face))
  }

  private func remark(
    _ announcement: Announcement, _ localTime: LocalTimeRule
  ) -> [String] {
    switch status {
    case .running: phaseTexts(announcement)
    case .done:
      if announcement.event == .stopped, announcement.overtime != nil {
        ["stopped at " + announcement.face]
      } else {
        announcement.endText(localTime).map { [$0] } ?? []
      }
    case .overtime: ["overtime"]
    case .paused: ["paused"] + phaseTexts(announcement)
    case .cancelled: ["cancelled"]
    case .kept: [announcement.keptText]
    }
  }

  /// The time at which the last phase ends, to the minute; nil if the label says so, or if phases go on for ever.
  private func endText(_ announcement: Announcement, _ localTime: LocalTimeRule) -> String? {
    if label?.hasPrefix("until ") == true { return nil }
    if let phase = announcement.phase, phase.rounds == nil { return nil }
    let left = announcement.remaining + (announcement.phase?.later ?? .zero)
    return "ends " + localTime.minute(announcement.at + left, now: announcement.at)
  }

  /// The phase, and the time that is left of all phases.
  private func phaseTexts(_ announcement: Announcement) -> [String] {
    guard let phase = announcement.phase else { return [] }
    let all = Duration.seconds(announcement.shown) + phase.later
    return [phase.text] + (phase.later > .zero ? ["\(all.clockFace) in all"] : [])
  }
}

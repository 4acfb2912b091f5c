import Sandglass
import SandglassCore

extension Run {
  /// Runs the user's program for an announcement, plays the sound and notifies the user, as far as that
  /// is asked for.
  func react(to announcement: Announcement, of countdown: RunningCountdown) {
    guard let kind = Reactions.Event(announcement.event) else { return }
    let reactions = options.reactions
    if !reactions.program.isEmpty, reactions.events.contains(kind) {
      let variables = EventVariables.of(
        announcement, kind: kind, name: countdown.name,
        event: countdown.numberedEvent(announcement),
        now: Glance().now)
      programs.start(reactions.program, adding: variables)
    }
    // What the user hears and sees comes once, with the end.
    if announcement.isLastPhaseEnd { return }
    if let sound = reactions.sound { play(sound) }
    if reactions.notifies, kind != .milestone { notify(announcement, of: countdown) }
  }

  private func play(_ sound: String) {
    let words = SoundPlayer.words(playing: sound, hasProgram: Environment.hasProgram)
    if let words {
      programs.start(words, adding: [])
    } else {
      report("sandglass: " + SoundPlayer.missing)
    }
  }

  private func notify(_ announcement: Announcement, of countdown: RunningCountdown) {
    let text = announcement.stepText ?? announcement.endText(.system) ?? "done"
    let isTerminal = isOnTerminal && Escape.isUnderstood(terminalName: Environment.value("TERM"))
    let notice = DesktopNotice(
      countdown.name, text, isTerminal: isTerminal && !options.isJSON,
      environment: Environment.value, hasProgram: Environment.hasProgram)
    switch notice {
    case .program(let words): programs.start(words, adding: [])
    case .terminal(let sequence): output.write(sequence)
    case .bell: break
    }
  }

  /// Writes a line of a program, or about one, which cannot control the terminal.
  func report(_ line: String) {
    display.makeRoom()
    StandardStream.error.write(line: VisibleText.of(line))
  }
}

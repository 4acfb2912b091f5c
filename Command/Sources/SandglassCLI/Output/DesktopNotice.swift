/// How the user is notified on the desktop.
enum DesktopNotice: Equatable {
  /// This program is run, with these arguments.
  case program([String])

  /// This is written to the terminal.
  case terminal(String)

  /// The bell rings, because there is nothing better.
  case bell

  /// Chooses the way: the desktop's own program if there is one, and else the terminal's sequence.
  ///
  /// - Parameters:
  ///   - title: The title. It may contain anything.
  ///   - text: The text. It may contain anything.
  ///   - isTerminal: Whether the output is a terminal that understands sequences.
  ///   - environment: Returns the value of a variable.
  ///   - hasProgram: Whether a program of this name is installed.
  init(
    _ title: String, _ text: String, isTerminal: Bool, environment: (String) -> String?,
    hasProgram: (String) -> Bool
  ) {
    let (title, text) = (VisibleText.of(title), VisibleText.of(text))
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment($0)?.isEmpty == false }
    if hasDesktop, hasProgram("notify-send") {
      // Without the dashes, a title could be an option.
      self = .program(["notify-send", "--app-name=sandglass", "--", title, text])
    } else if hasProgram("osascript") {
      let script =
        "on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend"
      self = .program(["osascript", "-e", script, "--", title, text])
    } else if isTerminal {
      let sequence = Self.sequence(title, text, environment("TERM") ?? "")
      let isInTmux = environment("TMUX")?.isEmpty == false
      self = .terminal(isInTmux ? Self.passedThrough(sequence) : sequence)
    } else {
      self = .bell
    }
  }

  /// tmux hands this on to its own terminal, if its option `allow-passthrough` is on.
  private static func passedThrough(_ sequence: String) -> String {
    "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }

  /// Terminals know one of two sequences. In both, a semicolon separates the parts.
  private static func sequence(_ title: String, _ text: String, _ terminal: String) -> String {
    let title = title.replacing(";", with: ",")
    let isOwn = ["rxvt", "foot", "ghostty"].contains { terminal.contains($0) }
    return isOwn
      ? "\u{1B}]777;notify;\(title);\(text)\u{7}" : "\u{1B}]9;\(title): \(text)\u{7}"
  }
}

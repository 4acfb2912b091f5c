import Testing

@testable import sandglass_cli

@Suite("How the user is notified")
struct DesktopNoticeTests {
  private func notice(
    _ variables: [String: String] = [:], programs: [String] = [], isTerminal: Bool = true
  ) -> DesktopNotice {
    DesktopNotice(
      "T\u{1B}ea;", "-done\u{7}", isTerminal: isTerminal, environment: { variables[$0] },
      hasProgram: programs.contains)
  }

  @Test("By the desktop's program, else by the terminal, else by the bell")
  func ways() {
    let send = DesktopNotice.program([
      "notify-send", "--app-name=sandglass", "--", "T?ea;", "-done?",
    ])
    #expect(notice(["DISPLAY": ":0"], programs: ["notify-send"]) == send)
    #expect(notice(["WAYLAND_DISPLAY": "w"], programs: ["notify-send"]) == send)
    #expect(notice(["DISPLAY": ""], programs: ["notify-send"], isTerminal: false) == .bell)
    #expect(notice(["DISPLAY": ":0"], isTerminal: false) == .bell)
    guard case .program(let words) = notice(programs: ["osascript"]) else {
      Issue.record("no osascript")
      return
    }
    // The texts are arguments, so they are no part of the script.
    #expect(words.suffix(3) == ["--", "T?ea;", "-done?"])
    #expect(notice(["TERM": "xterm-256color"]) == .terminal("\u{1B}]9;T?ea,: -done?\u{7}"))
    #expect(
      notice(["TERM": "tmux-256color", "TMUX": "/tmp/tmux,1,0"])
        == .terminal("\u{1B}Ptmux;\u{1B}\u{1B}]9;T?ea,: -done?\u{7}\u{1B}\\"))
    #expect(notice(["TERM": "foot"]) == .terminal("\u{1B}]777;notify;T?ea,;-done?\u{7}"))
  }
}

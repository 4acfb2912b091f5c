import Sandglass
import SandglassTestSupport
import Testing

@testable import sandglass_cli

@Suite("What shells complete")
struct CompletionTests {
  private let completion = Completion {
    ["tea", "eggs", "x\u{1B}", "a;b"]
  } stopwatches: {
    ["run"]
  } presets: {
    ["pomodoro"]
  }

  @Test(
    "The words that a subcommand takes",
    arguments: [
      (["pau"], ["pause"]), (["un"], ["until"]), (["lap", ""], ["run"]), (["lap", "run", ""], []),
      (["status", ""], ["tea", "eggs", "run"]),
      (["pause", ""], ["tea", "eggs", "run"]),
      (["skip", ""], ["tea", "eggs"]), (["pom"], ["pomodoro"]),
      (["attach", "t"], ["tea"]), (["pause", "tea", ""], ["eggs", "run"]),
      (["rename", "tea", ""], []),
      (["run", ""], ["pomodoro"]), (["save", "pom"], ["pomodoro"]), (["help", "lis"], ["list"]),
      (["list", ""], []), (["phases", ""], []), (["25m", ""], []),
      (["25m", "--exec-on", ""], ["end", "phase", "milestone"]), (["25m", "--label", ""], []),
      (["pause", "--"], ["--all", "--json", "--help"]), (["phases", "--ro"], ["--rounds"]),
      (["25m", "--no"], ["--no-keep", "--no-log", "--notify"]),
      (["run", "pomodoro", "--no-"], ["--no-keep", "--no-log"]),
      (["save", "x", "--re"], ["--remove"]),
      (["save", "x", "--", "--no-"], ["--no-keep", "--no-log"]),
    ] as [([String], [String])])
  func words(_ words: [String], _ offered: [String]) {
    #expect(completion.candidates(words) == offered)
  }

  @Test(
    "Files and programs are the shell's to complete",
    arguments: [["25m", "--sound", "b"], ["25m", "--exec", ""], ["25m", "-e", "say", "D"]])
  func files(_ words: [String]) {
    #expect(completion.candidates(words) == nil)
  }

  @Test("Every subcommand and every option is offered")
  func complete() throws {
    let first = try #require(completion.candidates([""]))
    #expect(first == Invocation.commandNames + ["until", "pomodoro"])
    for command in Invocation.subcommands where command.name != "run" {
      #expect(
        completion.candidates([command.name, "-"])
          == command.options.split(separator: ", ").map(String.init),
        "\(command.name)")
    }
  }

  @Test("A script of an unknown shell is refused")
  func unknownShell() {
    for (words, said) in [([], "no shell"), (["tcsh"], "\"tcsh\" is no shell")] {
      let invocation = Invocation(
        ["--generate-completion-script"] + words, now: .init(secondsSince1970: 0),
        localTime: LocalTimeRule { _ in 0 })
      #expect(invocation == .refuse("sandglass: \(said); accepted: bash, zsh, fish"))
    }
  }

  @Test("bash completes what is kept", .machine)
  func bash() throws {
    let folder = TemporaryFolder.ofRecords
    try folder.keep("tea", remaining: .seconds(3600))
    try folder.keep("my-eggs", label: "My Eggs", remaining: .seconds(3600))
    let script = """
      eval "$("$0" --generate-completion-script bash)"
      complete_words() {
        COMP_WORDS=(sandglass "$@")
        COMP_CWORD=$#
        _sandglass "$0" "${!#}"
        echo "${COMPREPLY[*]}."
      }
      complete_words pause m
      complete_words pause tea ""
      complete_words pause --a
      complete_words 25m --sound /et
      """
    let bash = try Program(["-c", script], script: #"exec bash "$1" "$2" "$0""#, keptIn: folder)
    #expect(try bash.finish() == 0)
    #expect(bash.output == "my-eggs.\nmy-eggs.\n--all.\n.\n")
    #expect(bash.errors.isEmpty)
  }
}

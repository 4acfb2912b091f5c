import Foundation
import Sandglass
import SandglassTestSupport
import Testing

@testable import sandglass_cli

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The program on a terminal", .programs)
struct TerminalTests {
  private let hideCursor = "\u{1B}[?25l"
  private let showCursor = "\u{1B}[?25h"

  /// Runs the program on a terminal, hands it to `body`, and checks that it ends with `status`
  /// and leaves the terminal as it was.
  private func check(
    _ arguments: [String], status: Int32 = 130, environment: [String: String] = [:],
    script: String? = nil, _ body: (Program) throws -> Void
  ) throws {
    let program = try Program(
      arguments, on: .terminal(columns: 80), environment: environment, script: script)
    try body(program)
    #expect(try program.finish() == status)
    #expect(program.modes == program.formerModes)
  }

  @Test("It shows label, face, bar, keys and title, and restores all")
  func whole() throws {
    try check(["1h", "--label", "Tea\u{1B}[31m\u{7}b\u{9B}"]) { program in
      try program.expect("\u{1B}[22;2t" + hideCursor)
      try program.expect("\u{1B}]2;")
      try program.expect(" Tea?[31m?b?\u{7}")
      try program.expect("Tea?[31m?b?  \u{1B}[1m")
      try program.expect("\u{1B}[0m  ")
      try program.expect("────")
      try program.expect("space pauses · +/- a minute · ? keys · q cancels")
      #expect(program.isRaw)
      program.type("\u{3}")
      try program.expect("cancelled")
      try program.expect("\r\n")
      try program.expect(showCursor + "\u{1B}]2;\u{7}\u{1B}[23;2t")
    }
  }

  @Test("At the end it is done, and rings unless it is to be quiet", arguments: [true, false])
  func end(isQuiet: Bool) throws {
    let words = ["0", "--label", "Tea"] + (isQuiet ? ["--quiet"] : [])
    let program = try Program(words, on: .terminal(columns: 80))
    #expect(try program.finish() == 0)
    #expect(program.output.contains("Tea  \u{1B}[32mdone\u{1B}[0m  \u{1B}[32m━━━━"))
    // Titles end with the character that rings.
    let titles = program.output.ranges(of: "\u{1B}]2;").count
    #expect(program.output.ranges(of: "\u{7}").count - titles == (isQuiet ? 0 : 1))
    #expect(program.modes == program.formerModes)
  }

  @Test("NO_COLOR leaves no colours, a locale without UTF-8 gets ASCII; a time is the caption")
  func plainStyle() throws {
    // Many hours away.
    let hour = (Int(WallMoment.now.nanosecondsSince1970 / 3_600_000_000_000) + 12) % 24
    let time = "\(hour < 10 ? "0" : "")\(hour):00"
    try check(["until", time], environment: ["NO_COLOR": "1", "LANG": "C"]) { program in
      try program.expect("\u{1B}[Kuntil \(time)")
      try program.expect("----------")
      try program.expect("space pauses, +/- a minute, ? keys, q cancels")
      program.type("q")
      try program.expect("cancelled")
      #expect(!program.output.contains(/\u{1B}\[\d+m/))
    }
  }

  @Test("Space pauses and resumes, plus and minus move the end, q cancels")
  func keys() throws {
    try check(["3m", "--json"]) { program in
      func remaining(after event: String) throws -> Double {
        try program.expect(#"{"event":"\#(event)","#)
        return Double(Line.value("remaining", "{" + (try program.expect("}"))[...])) ?? -1
      }
      try program.expect(#""event":"tick""#)
      program.type(" ")
      // It stands still from here on.
      let paused = try remaining(after: "paused")
      #expect(paused > 0 && paused < 180)
      program.type("+")
      #expect(abs(try remaining(after: "extended") - paused - 60) < 1e-6)
      try program.expect(#""event":"tick""#)
      program.type("--")
      #expect(abs(try remaining(after: "extended") - paused) < 1e-6)
      #expect(abs(try remaining(after: "extended") - paused + 60) < 1e-6)
      program.type(" ")
      try program.expect(#""event":"resumed""#)
      program.type("\u{1B}[Ax")
      program.type("q")
      try program.expect(#""event":"cancelled""#)
    }
  }

  @Test("Taking more than is left leaves a second, and u gives it back")
  func minus() throws {
    try check(["50s", "--json", "--step", "2m"]) { program in
      try program.expect(#""event":"tick""#)
      program.type(" -")
      try program.expect(#""event":"extended","label":null,"remaining":1,"shown":1,"#)
      program.type("-u")
      try program.expect(#""event":"undone","label":null,"remaining":49."#)
      program.type("u")
      try program.expect(#""event":"resumed""#)
      program.type("q")
      try program.expect(#""event":"cancelled""#)
    }
  }

  @Test("A phase that was skipped goes on where it was, and its milestones are told once")
  func skipUndone() throws {
    let words = ["phases", "Work=10m", "Break=5m", "--json", "-m", "599900ms", "-m", "4m"]
    try check(words) { program in
      try program.expect(#""event":"milestone""#)
      program.type("s")
      try program.expect(#""phase":"Break""#)
      program.type("u")
      try program.expect(#""event":"undone","label":null,"remaining":599."#)
      program.type("--")
      try program.expect(#""remaining":479."#)
      program.type("q")
      try program.expect(#""event":"cancelled""#)
      #expect(program.output.ranges(of: #""event":"milestone""#).count == 1)
    }
  }

  @Test("Keys act on the selected row, and on all again after a")
  func selection() throws {
    try check(["Tea=1h", "Eggs=2h", "--json"]) { program in
      try program.expect(#""event":"tick","label":"Eggs""#)
      program.type("2 ")
      try program.expect(#""event":"paused","label":"Eggs""#)
      program.type("\u{1B}[A ")
      try program.expect(#""event":"paused","label":"Tea""#)
      program.type("a+")
      try program.expect(#""event":"extended","label":"Tea""#)
      try program.expect(#""event":"extended","label":"Eggs""#)
      program.type("uu")
      try program.expect(#""event":"resumed","label":"Tea""#)
      program.type("q")
    }
  }

  @Test("Keys do nothing on a row that has ended, and leave the one selected before alone")
  func endedRow() throws {
    try check(["Tea=1h", "Eggs=50ms", "--json"]) { program in
      try program.expect(#""event":"finished","label":"Eggs""#)
      program.type("12+a ")
      let before = try program.expect(#""event":"paused","label":"Tea""#)
      #expect(!before.contains("extended"))
      program.type("q")
    }
  }

  @Test("d leaves what is kept and says how to come back; what is not kept is not left")
  func detach() throws {
    try check(["Tea=1h", "Eggs=2h"], status: 75) { program in
      try program.expect("? keys")
      program.type("?")
      try program.expect("undo the last change")
      program.type("d")
      try program.expect("kept as tea")
      try program.expect(showCursor)
      try program.expect("come back with: sandglass attach tea eggs\r\n")
    }
    try check(["1h", "--no-keep"]) { program in
      try program.expect("? keys")
      program.type("d")
      try program.expect("is not kept, so it cannot be left; accepted: q, which cancels")
      program.type("q")
    }
  }

  @Test("Answers, the mouse and what is pasted do nothing, in whatever pieces they come")
  func noKeys() throws {
    try check(["3m"]) { program in
      try program.expect("\u{1B}[?2004h")
      try program.expect("q cancels")
      let pieces = [
        "\u{1B}]11;rgb:d", "ddd/dddd/dddd\u{1B}", "\\", "\u{1B}[200~qd", " \u{1B}[201", "~",
        "\u{1B}[<0;1", "2;3M", "\u{1B}", "[M !q", "\u{1B}P>|quad", "d\u{1B}\\", "\u{1B}[?62;",
        "22c",
      ]
      for piece in pieces { program.type(piece) }
      program.type(" ")
      try program.expect("space resumes")
      program.type("q")
      try program.expect("cancelled")
      try program.expect("\u{1B}[?2004l")
    }
  }

  @Test("A key ESC takes nothing from the key after it")
  func escape() throws {
    try check(["3m"]) { program in
      try program.expect("q cancels")
      program.type("\u{1B}")
      // The display goes on meanwhile, for longer than a sequence may take.
      for second in ["2:59", "2:58"] { try program.expect(second) }
      program.type("q")
      try program.expect("cancelled")
    }
  }

  @Test("A list that is watched echoes no keys, and q ends it")
  func watchedList() throws {
    try check(["list", "--watch"]) { program in
      try program.expect("no countdowns are kept")
      program.type("xyzq")
    }
  }

  @Test("JSON on a terminal is nothing but JSON")
  func json() throws {
    let program = try Program(["100ms", "--json", "-m", "50ms"], on: .terminal(columns: 80))
    #expect(try program.finish() == 0)
    let lines = program.output.split(separator: "\r\n")
    // A busy machine may be late with the reading, which the end then replaces.
    let events = lines.map { Line($0).event }.filter { $0 != "tick" }
    #expect(events == ["started", "milestone", "finished"])
    #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test("A pause is shown, and several countdowns obey together")
  func pause() throws {
    try check(["Tea=1h", "早餐=2h"]) { program in
      try program.expect("q cancels")
      program.type(" ")
      for _ in 1...2 { try program.expect("\u{1B}[33mpaused\u{1B}[0m") }
      try program.expect("space resumes")
      program.type(" ")
      try program.expect("space pauses")
      program.type("\u{3}")
      for _ in 1...2 { try program.expect("cancelled") }
    }
  }

  @Test("Milestones stay above the frame")
  func milestone() throws {
    try check(["Tea=1h", "Eggs=100ms", "-m", "50ms"]) { program in
      try program.expect("\r\u{1B}[JEggs 50ms left\r\n")
      program.type("q")
    }
  }

  @Test("A signal restores the terminal")
  func signal() throws {
    try check(["1h"], status: 143) { program in
      try program.expect("q cancels")
      #expect(program.isRaw)
      program.send(SIGTERM)
      try program.expect("kept as 1h")
      try program.expect(showCursor)
    }
  }

  @Test("Another size draws the frame anew, down to ten columns")
  func resize() throws {
    try check(["1h", "--label", "Breakfast"]) { program in
      try program.expect("q cancels")
      program.resize(columns: 18)
      try program.expect("\r\u{1B}[KBreakfast \u{1B}[1m")
      program.resize(columns: 10)
      try program.expect("\r\u{1B}[JB")
      try program.expect("… \u{1B}[1m")
      program.resize(columns: 80)
      try program.expect("q cancels")
      program.type("q")
    }
  }

  @Test(
    "A terminal that cannot move its cursor, or has no name, gets lines", arguments: ["dumb", ""])
  func dumb(_ name: String) throws {
    let program = try Program(["0"], on: .terminal(columns: 80), environment: ["TERM": name])
    #expect(try program.finish() == 0)
    #expect(program.output == "done\r\n")
  }

  @Test("Ctrl-Z gives the terminal back, and fg takes it again")
  func suspend() throws {
    let script = #"set -m; "$0" "$@"; echo "stopped: $?"; read -r line; fg; echo "ended: $?""#
    try check(["1h"], status: 0, script: script) { program in
      try program.expect("q cancels")
      #expect(program.isRaw)
      program.type("\u{1A}")
      try program.expect(showCursor)
      try program.expect("stopped: 148\r\n")
      #expect(!program.isRaw)
      program.type("\n")
      try program.expect(hideCursor)
      try program.expect("q cancels")
      #expect(program.isRaw)
      program.type("q")
      try program.expect("ended: 130\r\n")
      #expect(program.output.ranges(of: "\u{1B}[22;2t").count == 2)
      #expect(program.output.ranges(of: "\u{1B}[23;2t").count == 2)
    }
  }

  @Test("Keys that another job took in the meantime do not hold it up")
  func keysOfOthers() throws {
    let script = #"set -m; "$0" "$@"; bg; echo waits; read -r line; fg; echo "ended: $?""#
    try check(["1h"], status: 0, script: script) { program in
      try program.expect("q cancels")
      program.type("\u{1A}")
      try program.expect("waits\r\n")
      program.type("hello\n")
      try program.expect(hideCursor)
      try program.expect("q cancels")
      // It draws again, so it does not wait for a key.
      for columns: UInt16 in [70, 80] {
        program.resize(columns: columns)
        try program.expect("q cancels")
      }
      program.type("q")
      try program.expect("ended: 130\r\n")
    }
  }

  @Test("In the background it finishes with a bell, and leaves the terminal alone")
  func finishInBackground() throws {
    let script = #"set -m; "$0" "$@" & wait $!; echo "ended: $?""#
    let program = try Program(["50ms"], on: .terminal(columns: 80), script: script)
    #expect(try program.finish() == 0)
    #expect(program.output == "\u{7}ended: 0\r\n")
  }

  @Test("In the background it is not stopped by the terminal, and in the foreground takes it")
  func background() throws {
    let script = #"set -m; "$0" "$@" & echo waits; read -r line; fg; echo "ended: $?""#
    try check(["1h"], status: 0, script: script) { program in
      try program.expect("waits\r\n")
      program.type("hello\n")
      try program.expect("hello\r\n")
      try program.expect("q cancels")
      program.type("q")
      try program.expect("ended: 130\r\n")
    }
  }
}

import Testing

@testable import SandglassCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The program on a terminal", .timeLimit(.minutes(10)))
struct TerminalTests {
  private let hideCursor = "\u{1B}[?25l"
  private let showCursor = "\u{1B}[?25h"

  /// Runs the program on a terminal, hands it to `body`, and checks that it ends with `status`
  /// and leaves the terminal as it was.
  private func check(
    _ arguments: [String], status: Int32 = 130, columns: UInt16 = 80,
    environment: [String: String] = [:], _ body: @escaping @Sendable (Program) throws -> Void
  ) async throws {
    try await onThread {
      let program = try Program(
        arguments, on: .terminal(columns: columns), environment: environment)
      try body(program)
      #expect(try program.finish() == status)
      #expect(program.modes == program.formerModes)
    }
  }

  @Test("It shows label, face, bar, keys and title, rings at the end, and restores all")
  func whole() async throws {
    try await check(["1s", "--label", "Tea"], status: 0) { program in
      try program.expect("\u{1B}[22;2t" + hideCursor)
      try program.expect("\u{1B}]2;0:01 Tea\u{7}")
      try program.expect("Tea  \u{1B}[1m0:01\u{1B}[0m  ")
      try program.expect("────")
      try program.expect("space pauses · +/- a minute · q cancels")
      try program.expect("\u{7}")
      try program.expect("Tea  \u{1B}[32mdone\u{1B}[0m  \u{1B}[32m━━━━")
      try program.expect("\r\n")
      try program.expect(showCursor + "\u{1B}]2;\u{7}\u{1B}[23;2t")
    }
  }

  @Test("A countdown to a time of day is captioned with it")
  func caption() async throws {
    try await check(["until", "00:00"]) { program in
      try program.expect("until 00:00")
      program.type("q")
    }
  }

  @Test("Quiet does not ring")
  func quiet() async throws {
    try await onThread {
      for (words, bells) in [(["0"], 1), (["0", "--quiet"], 0)] {
        let program = try Program(words, on: .terminal(columns: 80))
        #expect(try program.finish() == 0)
        let titles = program.output.split(separator: "\u{1B}]2;").count - 1
        #expect(program.output.filter { $0 == "\u{7}" }.count - titles == bells)
      }
    }
  }

  @Test("Space pauses and resumes, plus and minus move the end, q cancels")
  func keys() async throws {
    try await check(["90s", "--json"]) { program in
      try program.expect(#""event":"tick""#)
      program.type(" ")
      try program.expect(#""event":"paused""#)
      program.type("+")
      try program.expect(#""event":"extended","label":null,"remaining":1"#)
      try program.expect(#""event":"tick""#)
      program.type("--")
      try program.expect(#""event":"extended""#)
      try program.expect(#""event":"extended","label":null,"remaining":2"#)
      program.type(" ")
      try program.expect(#""event":"resumed""#)
      program.type("\u{1B}[Ax")
      program.type("q")
      try program.expect(#""event":"cancelled""#)
    }
  }

  @Test("Taking more than is left finishes")
  func minus() async throws {
    try await check(["30s", "--json"], status: 0) { program in
      try program.expect(#""event":"tick""#)
      program.type("-")
      try program.expect(#""event":"extended","label":null,"remaining":0,"shown":0,"#)
      try program.expect(#""event":"finished""#)
    }
  }

  @Test("JSON on a terminal is nothing but JSON")
  func json() async throws {
    try await onThread {
      let program = try Program(["500ms", "--json", "-m", "100ms"], on: .terminal(columns: 80))
      #expect(try program.finish() == 0)
      let lines = program.output.split(separator: "\r\n")
      #expect(lines.map { Line($0).event } == ["started", "tick", "milestone", "finished"])
      #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    }
  }

  @Test("A pause is shown, and several countdowns obey together")
  func pause() async throws {
    try await check(["Tea=1h", "早餐=2h"]) { program in
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
  func milestone() async throws {
    try await check(["Tea=1h", "Eggs=500ms", "-m", "250ms"]) { program in
      try program.expect("\r\u{1B}[JEggs 250ms left\r\n")
      program.type("q")
    }
  }

  @Test(
    "A signal restores the terminal",
    arguments: [
      (SIGINT, 130, "cancelled"), (SIGTERM, 143, "kept as 1h"), (SIGHUP, 129, "kept as 1h"),
      (SIGQUIT, 131, "kept as 1h"),
    ] as [(Int32, Int32, String)])
  func signals(_ signal: Int32, _ status: Int32, _ remark: String) async throws {
    try await check(["1h"], status: status) { program in
      try program.expect("q cancels")
      #expect(program.isRaw)
      program.send(signal)
      try program.expect(remark)
      try program.expect(showCursor)
    }
  }

  @Test("Ctrl-C on the terminal cancels")
  func interrupt() async throws {
    try await check(["1h"]) { program in
      try program.expect("q cancels")
      program.type("\u{3}")
      try program.expect(showCursor)
    }
  }

  @Test("Another size draws the frame anew, down to ten columns")
  func resize() async throws {
    try await check(["1h", "--label", "Breakfast"]) { program in
      try program.expect("q cancels")
      program.resize(columns: 29)
      try program.expect("\r\u{1B}[JBreakfast  \u{1B}[1m1:00:00\u{1B}[0m\u{1B}[?7h\r")
      program.resize(columns: 10)
      try program.expect("\r\u{1B}[JB… \u{1B}[1m1:00:00\u{1B}[0m\u{1B}[?7h\r")
      program.resize(columns: 80)
      try program.expect("q cancels")
      program.type("q")
    }
  }

  @Test("NO_COLOR leaves no colours, and a locale without UTF-8 gets ASCII")
  func plainStyle() async throws {
    try await check(["1h"], environment: ["NO_COLOR": "1", "LANG": "C"]) { program in
      try program.expect("\u{1B}[K1:00:00  " + String(repeating: "-", count: 50))
      try program.expect("space pauses, +/- a minute, q cancels")
      program.type("q")
      try program.expect("cancelled")
      #expect(!program.output.contains("m1:00:00"))
    }
  }

  @Test(
    "A terminal that cannot move its cursor, or has no name, gets lines", arguments: ["dumb", ""])
  func dumb(_ name: String) async throws {
    try await onThread {
      let program = try Program(
        ["1s"], on: .terminal(columns: 80), environment: ["TERM": name])
      #expect(try program.finish() == 0)
      #expect(program.output == "0:01\r\ndone\r\n")
    }
  }

  @Test("A label cannot send escape sequences")
  func label() async throws {
    try await check(["1h", "--label", "a\u{1B}[31m\u{7}b\u{9B}"]) { program in
      try program.expect("]2;1:00:00 a?[31m?b?\u{7}")
      try program.expect("a?[31m?b?  \u{1B}[1m1:00:00")
      program.type("q")
    }
  }

  @Test("Ctrl-Z gives the terminal back, and fg takes it again")
  func suspend() async throws {
    try await onThread {
      let program = try Program(
        ["1h"], on: .terminal(columns: 80),
        script: #"set -m; "$0" "$@"; echo "stopped: $?"; read -r line; fg; echo "ended: $?""#)
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
      #expect(try program.finish() == 0)
      #expect(program.modes == program.formerModes)
      #expect(program.output.components(of: "\u{1B}[22;2t") == 2)
      #expect(program.output.components(of: "\u{1B}[23;2t") == 2)
    }
  }

  @Test("Keys that another job took in the meantime do not hold it up")
  func keysOfOthers() async throws {
    try await onThread {
      let program = try Program(
        ["1h"], on: .terminal(columns: 80),
        script: #"set -m; "$0" "$@"; bg; echo waits; read -r line; fg; echo "ended: $?""#)
      try program.expect("q cancels")
      program.type("\u{1A}")
      try program.expect("waits\r\n")
      program.type("hello\n")
      try program.expect(hideCursor)
      for _ in 1...4 { try program.expect("q cancels") }
      program.type("q")
      try program.expect("ended: 130\r\n")
      #expect(try program.finish() == 0)
      #expect(program.modes == program.formerModes)
    }
  }

  @Test("In the background it finishes with a bell, and leaves the terminal alone")
  func finishInBackground() async throws {
    try await onThread {
      let program = try Program(
        ["1s"], on: .terminal(columns: 80),
        script: #"set -m; "$0" "$@" & wait $!; echo "ended: $?""#)
      try program.expect("ended: 0\r\n")
      #expect(try program.finish() == 0)
      #expect(program.output == "\u{7}ended: 0\r\n")
    }
  }

  @Test("In the background it is not stopped by the terminal, and in the foreground takes it")
  func background() async throws {
    try await onThread {
      let program = try Program(
        ["1h"], on: .terminal(columns: 80),
        script: #"set -m; "$0" "$@" & echo waits; read -r line; fg; echo "ended: $?""#)
      try program.expect("waits\r\n")
      program.type("hello\n")
      try program.expect("hello\r\n")
      try program.expect("q cancels")
      program.type("q")
      try program.expect("ended: 130\r\n")
      #expect(try program.finish() == 0)
    }
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int {
    ranges(of: text).count
  }
}

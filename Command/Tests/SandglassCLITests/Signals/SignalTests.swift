import Sandglass
import SandglassLedger
import SandglassTestSupport
import Testing

@testable import sandglass_cli
@testable import SandglassStores

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Signals")
struct SignalTests {
  @Test("Whatever the system ends a program by, this one answers for")
  func effects() {
    for number in Signal.numbers {
      let effect = Signal.effect(of: number)
      #expect(
        (Signal(number: number) != nil) == [.handle, .end].contains(effect), "signal \(number)")
      if effect == .end { #expect(Signal(number: number)?.exitStatus == 128 + number) }
      if let signal = Signal(number: number) { #expect(signal.number == number) }
    }
    #expect(Signal.interrupt.exitStatus == 130)
    for number in [SIGTSTP, SIGCONT, SIGWINCH] {
      #expect(Signal(number: number)?.exitStatus == nil)
    }
    #expect(Signal.effect(of: SIGALRM) == .end && Signal.effect(of: SIGUSR1) == .end)
  }

  /// The signals that end the program: those that the system lets it handle.
  private static let ending = Signal.numbers.filter { number in
    var action = sigaction()
    return sigaction(number, nil, &action) == 0
      && (number == SIGINT || [.end, .crash].contains(Signal.effect(of: number)))
  }

  @Test(
    "Whichever ends it, the terminal is as before, and the shell hears of the signal",
    .programs, arguments: ending)
  func terminal(_ number: Int32) throws {
    let folder = TemporaryFolder.ofRecords
    // A shell that waits for it gives the status that all shells give.
    let script = #""$0" "$@"; echo "ended: $?""#
    let program = try Program(
      ["1h"], on: .terminal(columns: 80),
      environment: ["SWIFT_BACKTRACE": "enable=no", "PS1": ""], script: script, keptIn: folder)
    try program.expect("q cancels")
    #expect(program.isRaw)
    let lease = try folder.store.read("1h")?.lease
    let process = try #require(lease?.process.number)
    #expect(kill(process, number) == 0)
    try program.expect("\u{1B}[?2004l")
    try program.expect("\u{1B}[23;2t")
    try program.expect("ended: \(128 + number)\r\n")
    #expect(try program.finish() == 0)
    #expect(program.modes == program.formerModes)
    #expect(folder.names == (number == SIGINT ? [] : ["1h.json"]))
  }

  @Test("A limit of the size of files is no end", .programs)
  func fileSize() throws {
    let folder = TemporaryFolder.ofRecords
    let program = try Program(
      ["Tea=1h"], script: #"ulimit -f 0; exec "$0" "$@""#, keptIn: folder)
    try program.expect("\n")
    program.send(SIGTERM)
    #expect(try program.finish() == 143)
    #expect(program.errors.contains("File too large"))
  }
}

import Foundation
import SandglassTestSupport
import Testing

@testable import sandglass_cli

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What blocks here never ends by itself, so a program that ends does so because of the signal. That its waits add up
/// to less than two seconds is tested in `ShutdownTests`.
@Suite("Signals end the program, whatever blocks", .programs)
struct BlockedOutputTests {
  /// One that leaves what is kept, and one that cancels it.
  private static let signals: [(Int32, Int32)] = [(SIGTERM, 143), (SIGINT, 130)]

  private let folder = TemporaryFolder.ofRecords
  private let words = ["Tea=1h", "Eggs=2h", "--json"]

  #if os(Linux)
    private let environment = Preload.withoutLastResort
  #else
    private let environment: [String: String] = [:]
  #endif

  /// Ends a program by a signal, while nobody reads.
  private func end(_ program: Program, by signal: Int32, status: Int32) throws {
    program.send(signal)
    #expect(try program.finishUnread() == status)
  }

  @Test("A pipe that nobody reads: what is kept stays so, and Ctrl-C cancels", arguments: signals)
  func unreadPipe(_ signal: Int32, _ status: Int32) throws {
    let pipe = try UnreadPipe()
    let program = try Program(
      words, environment: environment, outputPath: pipe.path, keptIn: folder)
    try pipe.waitUntilFull()
    #expect(folder.names == ["eggs.json", "tea.json"])
    try end(program, by: signal, status: status)
    #expect(folder.names == (signal == SIGINT ? [] : ["eggs.json", "tea.json"]))
    #expect(program.errors.isEmpty)
  }

  @Test("A terminal that Ctrl-S holds is given back as it was", arguments: signals)
  func heldTerminal(_ signal: Int32, _ status: Int32) throws {
    let program = try Program(
      ["Tea=1h", "Eggs=2h"], on: .terminal(columns: 80), environment: environment, keptIn: folder)
    try program.expect("q cancels")
    try program.holdOutput()
    try end(program, by: signal, status: status)
    #expect(program.modes == program.formerModes)
    #expect(folder.names == (signal == SIGINT ? [] : ["eggs.json", "tea.json"]))
  }

  @Test("Errors that nobody reads: the rest is told all the same", arguments: signals)
  func unreadErrors(_ signal: Int32, _ status: Int32) throws {
    let pipe = try UnreadPipe()
    pipe.fill()
    let program = try Program(
      ["1h"], on: .terminal(columns: 80),
      environment: environment.merging(["ERRORS": pipe.path]) { $1 },
      script: #"exec "$0" "$@" 2>"$ERRORS""#, keptIn: folder)
    try program.expect("q cancels")
    try folder.replace("1h.json")
    program.type(" ")
    // After a frame the place is cleared for the warning, which then blocks.
    try program.expect("\u{1B}[1A\r\u{1B}[J")
    try end(program, by: signal, status: status)
    #expect(program.output.contains("cancelled"))
    #expect(program.modes == program.formerModes)
  }

  @Test("A second signal puts nothing off, and the first one's status counts")
  func twice() throws {
    let pipe = try UnreadPipe()
    let program = try Program(
      words + ["--no-keep"], environment: environment, outputPath: pipe.path)
    try pipe.waitUntilFull()
    // The system delivers the one with the smallest number first.
    program.send(SIGHUP)
    for _ in 1...20 {
      program.send(SIGTERM)
      program.send(SIGWINCH)
    }
    try end(program, by: SIGINT, status: 129)
  }

  @Test("Ctrl-Z and changes of size that come while it blocks are heeded when it is read again")
  func stoppedLater() throws {
    let pipe = try UnreadPipe()
    let program = try Program(
      words + ["--no-keep"], environment: environment, outputPath: pipe.path)
    try pipe.waitUntilFull()
    for signal in [SIGWINCH, SIGTSTP, SIGWINCH] { program.send(signal) }
    try pipe.expect(#""event":"started","label":"Eggs""#)
    try program.expectStop()
    program.send(SIGCONT)
    program.send(SIGTERM)
    try pipe.expect(#""event":"cancelled","label":"Eggs""#)
    #expect(try program.finish() == 143)
  }

  @Test("A reader that comes back in time gets everything", arguments: signals)
  func lateReader(_ signal: Int32, _ status: Int32) throws {
    let pipe = try UnreadPipe()
    let program = try Program(
      words + ["--no-keep"], environment: environment, outputPath: pipe.path)
    try pipe.waitUntilFull()
    program.send(signal)
    try pipe.expect(#""event":"cancelled","label":"Eggs""#)
    #expect(try program.finish() == status)
  }

  #if os(Linux)
    @Test("A disk that hangs: that is said, and the earlier record stays")
    func hangingDisk() throws {
      try check(.hangingDisk, Self.signals) { program in
        program.type(" ")
        try program.expect("space resumes")
      } afterwards: { program, signal, folder in
        #expect(program.modes == program.formerModes)
        #expect(program.output.contains("the records could not be written in time"))
        // If the cancellation comes before the pause is being written, both are one change, which removes the record
        // before the disk hangs.
        if signal != SIGINT { #expect(folder.names.contains("1h.json")) }
      }
    }

    @Test("A disk that hangs does not hold up the start")
    func hangingDiskAtStart() throws {
      let hang = TemporaryFolder()
      guard let faults = Preload.environment(.hangingDisk, while: hang.path) else { return }
      // So that the folder need not be made, which waits for the disk.
      try folder.keep("eggs", remaining: .seconds(3600))
      try hang.block()
      let program = try Program(["1h", "--json"], environment: faults, keptIn: folder)
      try program.expect(#""event":"started""#)
      try program.expect(#""event":"tick""#)
      try end(program, by: SIGTERM, status: 143)
      // Nothing is in a record, so nothing is said to be.
      #expect(program.output.contains(#""event":"cancelled""#))
    }

    @Test("Whatever else hangs, the kernel's timer ends it")
    func lastResort() throws {
      let start = ContinuousClock.now
      try check(.hangingTerminal, Self.signals + [(SIGHUP, 129), (SIGQUIT, 131)]) { program in
        program.resize(columns: 79)
        program.type(" ")
      } afterwards: { _, signal, folder in
        // Ctrl-C may have cancelled it before the hang.
        if signal != SIGINT { #expect(folder.names.contains("1h.json")) }
      }
      #expect(ContinuousClock.now - start >= .microseconds(Shutdown.lastResort))
    }

    /// Runs the program on a terminal, makes a call hang, and ends the program by a signal. All signals are tested at
    /// once, because each takes more than a second.
    private func check(
      _ fault: Preload.Fault, _ signals: [(signal: Int32, status: Int32)],
      whileHanging: (Program) throws -> Void,
      afterwards: (Program, _ signal: Int32, _ folder: TemporaryFolder) -> Void
    ) throws {
      let hang = TemporaryFolder()
      guard let faults = Preload.environment(fault, while: hang.path) else { return }
      let folders = signals.map { _ in TemporaryFolder.ofRecords }
      let programs = try folders.map {
        try Program(["1h"], on: .terminal(columns: 80), environment: faults, keptIn: $0)
      }
      for program in programs { try program.expect("q cancels") }
      try hang.block()
      for program in programs { try whileHanging(program) }
      for (program, signal) in zip(programs, signals) { program.send(signal.signal) }
      for (number, signal) in signals.enumerated() {
        #expect(try programs[number].finishUnread() == signal.status)
        afterwards(programs[number], signal.signal, folders[number])
      }
    }
  #endif
}

import Foundation
import SandglassTestSupport
import Testing

@testable import SandglassCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension HardTimes {
  @Suite("Signals end the program within two seconds, whatever blocks", .timeLimit(.minutes(10)))
  struct BlockedOutputTests {
    private static let signals: [(Int32, Int32)] = [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)]

    private func ids(_ count: Int) -> [String] { (1...count).map { "c\($0)" } }

    private func records(in folder: TemporaryFolder) -> [String] {
      folder.names.filter { $0.hasSuffix(".json") }
    }

    /// Ends a program by a signal, and checks that this takes no more than two seconds.
    private func end(_ program: Program, by signal: Int32, status: Int32) throws {
      let (ended, time) = try program.end(by: signal)
      #expect(ended == status)
      #expect(time < .seconds(2))
    }

    @Test("A pipe that nobody reads: what is kept stays so, and Ctrl-C cancels", arguments: signals)
    func unreadPipe(_ signal: Int32, _ status: Int32) async throws {
      try await onThread {
        // Not on a disk that other tests keep busy: the time for the records is short.
        let folder = TemporaryFolder(isInMemory: true)
        let pipe = try UnreadPipe()
        let words = ids(60).map { "\($0)=1h" } + ["--json"]
        let program = try Program(words, outputPath: pipe.path, keptIn: folder)
        try pipe.waitUntilFull()
        // The pipe may be full before all are kept, and a signal leaves little time for the rest.
        let deadline = ContinuousClock.now + .seconds(60)
        while records(in: folder).count < 60, ContinuousClock.now < deadline { poll(nil, 0, 10) }
        try end(program, by: signal, status: status)
        let kept = records(in: folder)
        #expect(kept == (signal == SIGINT ? [] : ids(60).map { $0 + ".json" }.sorted()))
        #expect(program.errors.isEmpty)
      }
    }

    @Test("A terminal that Ctrl-S holds is given back as it was", arguments: signals)
    func heldTerminal(_ signal: Int32, _ status: Int32) async throws {
      try await onThread {
        let folder = TemporaryFolder()
        let program = try Program(
          ["Tea=1h", "Eggs=2h"], on: .terminal(columns: 80), keptIn: folder)
        try program.expect("q cancels")
        try program.holdOutput()
        try end(program, by: signal, status: status)
        #expect(program.modes == program.formerModes)
        #expect(folder.names == (signal == SIGINT ? [] : ["eggs.json", "tea.json"]))
      }
    }

    @Test("Errors that nobody reads: the rest is told all the same", arguments: signals)
    func unreadErrors(_ signal: Int32, _ status: Int32) async throws {
      try await onThread {
        let folder = TemporaryFolder()
        let pipe = try UnreadPipe()
        pipe.fill()
        let program = try Program(
          ["1h"], on: .terminal(columns: 80), environment: ["ERRORS": pipe.path],
          script: #"exec "$0" "$@" 2>"$ERRORS""#, keptIn: folder)
        try program.expect("q cancels")
        folder.remove()
        try folder.block()
        program.type(" ")
        // After a frame the place is cleared for the warning, which then blocks.
        try program.expect("\u{1B}[1A\r\u{1B}[J")
        try end(program, by: signal, status: status)
        #expect(program.output.contains("cancelled"))
        #expect(program.modes == program.formerModes)
      }
    }

    @Test("A second signal puts nothing off, and the first one's status counts")
    func twice() async throws {
      try await onThread {
        let pipe = try UnreadPipe()
        let words = ids(60).map { "\($0)=1h" } + ["--json", "--no-keep"]
        let program = try Program(words, outputPath: pipe.path)
        try pipe.waitUntilFull()
        // The system delivers the one with the smallest number first.
        program.send(SIGHUP)
        for _ in 1...20 {
          program.send(SIGTERM)
          program.send(SIGWINCH)
        }
        try end(program, by: SIGINT, status: 129)
      }
    }

    @Test("Ctrl-Z and changes of size that come while it blocks are heeded when it is read again")
    func stoppedLater() async throws {
      try await onThread {
        let pipe = try UnreadPipe()
        let words = ids(60).map { "\($0)=1h" } + ["--json", "--no-keep"]
        let program = try Program(words, outputPath: pipe.path)
        try pipe.waitUntilFull()
        for signal in [SIGWINCH, SIGTSTP, SIGWINCH] { program.send(signal) }
        try pipe.expect(#""event":"tick","label":"c60""#)
        try program.expectStop()
        program.send(SIGCONT)
        try pipe.expect(#""event":"tick","label":"c60""#)
        try end(program, by: SIGTERM, status: 143)
      }
    }

    @Test("A reader that comes back in time gets everything")
    func lateReader() async throws {
      try await onThread {
        let pipe = try UnreadPipe()
        let words = ids(60).map { "\($0)=1h" } + ["--json", "--no-keep"]
        let program = try Program(words, outputPath: pipe.path)
        try pipe.waitUntilFull()
        try pipe.expect(#""event":"tick","label":"c60""#)
        program.send(SIGTERM)
        try pipe.expect(#""event":"cancelled","label":"c60""#)
        #expect(try program.finish() == 143)

        let other = try Program(words, outputPath: pipe.path)
        try pipe.waitUntilFull()
        other.send(SIGINT)
        try pipe.expect(#""event":"cancelled","label":"c60""#)
        #expect(try other.finish() == 130)
      }
    }

    #if os(Linux)
      @Test("A disk that hangs: that is said, and the earlier record stays", arguments: signals)
      func hangingDisk(_ signal: Int32, _ status: Int32) async throws {
        try await onThread {
          let folder = TemporaryFolder()
          let switched = TemporaryFolder()
          guard let faults = Preload.environment(.hangingDisk, while: switched.path) else { return }
          let program = try Program(
            ["1h"], on: .terminal(columns: 80), environment: faults, keptIn: folder)
          try program.expect("q cancels")
          try switched.block()
          program.type(" ")
          try program.expect("space resumes")
          try end(program, by: signal, status: status)
          #expect(program.modes == program.formerModes)
          #expect(program.output.contains("the records could not be written in time"))
          #expect(folder.names.contains("1h.json"))
        }
      }

      @Test("A disk that hangs does not hold up the start")
      func hangingDiskAtStart() async throws {
        try await onThread {
          let folder = TemporaryFolder()
          let switched = TemporaryFolder()
          guard let faults = Preload.environment(.hangingDisk, while: switched.path) else { return }
          // So that the folder need not be made, which waits for the disk.
          try folder.keep("eggs", remaining: .seconds(3600))
          try switched.block()
          let program = try Program(["1h", "--json"], environment: faults, keptIn: folder)
          try program.expect(#""event":"started""#)
          try program.expect(#""event":"tick""#)
          try end(program, by: SIGTERM, status: 143)
          // Nothing is in a record, so nothing is said to be.
          #expect(program.output.contains(#""event":"cancelled""#))
        }
      }

      @Test("Whatever else hangs, the kernel ends it in time", arguments: signals)
      func lastResort(_ signal: Int32, _ status: Int32) async throws {
        try await onThread {
          let folder = TemporaryFolder()
          let switched = TemporaryFolder()
          guard let faults = Preload.environment(.hangingTerminal, while: switched.path) else {
            return
          }
          let program = try Program(
            ["1h"], on: .terminal(columns: 80), environment: faults, keptIn: folder)
          try program.expect("q cancels")
          try switched.block()
          program.resize(columns: 79)
          program.type(" ")
          try end(program, by: signal, status: status)
          // Ctrl-C may have cancelled it before the hang.
          if signal != SIGINT { #expect(folder.names.contains("1h.json")) }
        }
      }
    #endif
  }
}

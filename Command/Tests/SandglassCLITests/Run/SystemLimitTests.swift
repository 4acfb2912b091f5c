import SandglassTestSupport
import Testing

@testable import sandglass_cli

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Limits of the system", .machine)
struct SystemLimitTests {
  private let folder = TemporaryFolder.ofRecords

  /// A script that runs the program with at most so many open files, without those that whoever runs the tests had open.
  private func limited(to soft: Int, atMost hard: Int) -> String {
    #"for file in 3 4 5 6 7 8 9; do eval "exec $file>&-"; done; "#
      + "ulimit -Sn \(soft) && ulimit -Hn \(hard) && exec \"$0\" \"$@\""
  }

  @Test("Those that are kept need no open file each")
  func kept() throws {
    // More than there may be files: the limit is raised only as far as 32 are missing.
    let words = (1...40).map { "c\($0)=1h" } + ["--json"]
    let program = try Program(words, script: limited(to: 36, atMost: 256), keptIn: folder)
    try program.expect(#"{"event":"tick""#)
    program.send(SIGTERM)
    #expect(try program.finish() == 143)
    // A slow machine may not write all of them within the second that the program waits for them, and may not even do so
    // soon after the signal.
    let isSlow = program.errors.contains("still being kept, because the folder is slow")
    #expect(isSlow || program.errors.isEmpty)
    #expect(isSlow || folder.names.count == 40)
  }

  @Test("Too low a limit of open files is raised")
  func raised() throws {
    // Six are not enough for the program.
    let program = try Program(["1h"], script: limited(to: 6, atMost: 256), keptIn: folder)
    try program.expect("\n")
    program.send(SIGTERM)
    #expect(try program.finish() == 143)
    #expect(program.errors.isEmpty)
    #expect(folder.names == ["1h.json"])
  }

  @Test("Where it cannot be raised, that is said before anything begins")
  func refused() throws {
    let program = try Program(["1h"], script: limited(to: 16, atMost: 16), keptIn: folder)
    #expect(try program.finish() == 71)
    #expect(program.output.isEmpty)
    #expect(
      program.errors
        == "sandglass: too few open files; needed: 32 free, allowed: 16; accepted: a higher "
        + "limit (ulimit -n)\n")
    #expect(!folder.exists)
  }

  @Test("Any number of countdowns are listed with few open files, and stay as they are")
  func many() throws {
    // There are more countdowns than files may be open, at every size.
    let count = repetitions(2000, atLeast: 50)
    let limit = count < 2000 ? 36 : 1024
    for number in 1...count { try folder.keep("c\(number)", remaining: .seconds(-60)) }
    let list = try Program(["list"], script: limited(to: limit, atMost: limit), keptIn: folder)
    #expect(try list.finish() == 0)
    #expect(list.output.ranges(of: "  finished\n").count == count)
    #expect(list.errors.isEmpty)
    #expect(folder.names.count == count)
  }

  #if os(Linux)
    /// Runs the program as a user who may have only so many threads; nil where that cannot be.
    ///
    /// The limit does not count for root, and counts all processes of a user, so each call has another user, whom no
    /// other run of the tests has.
    private func run(
      _ arguments: [String], threads: Int
    ) throws -> (status: Int32, program: Program)? {
      let user = 1_000_000 + 100 * Int(getpid()) + threads
      let script =
        "exec setpriv --reuid=\(user) --clear-groups prlimit --nproc=\(threads) \"$0\" \"$@\""
      let program = try Program(arguments, script: script, keptIn: folder)
      let status = try program.finish()
      guard geteuid() == 0, status != 126, status != 127 else {
        print("not run: a limit of threads (this needs root, setpriv, and a program for everybody)")
        return nil
      }
      return (status, program)
    }

    @Test("Too few threads are refused before anything begins, and do not hang it")
    func threads() throws {
      guard let (status, few) = try run(["1h"], threads: 8) else { return }
      #expect(status == 71)
      #expect(
        few.errors
          == "sandglass: too few threads; needed: 16, allowed: 7 (Resource temporarily "
          + "unavailable); accepted: a higher limit (ulimit -u)\n")
      #expect(few.output.isEmpty)
      #expect(!folder.exists)
    }

    @Test(
      "As many threads as are needed are enough",
      arguments: [["a=20ms", "b=50ms"], ["50ms", "--no-keep"]])
    func enoughThreads(_ words: [String]) throws {
      guard let (status, program) = try run(words, threads: 17) else { return }
      #expect(status == 0)
      #expect(program.output.hasSuffix("done\n"))
    }
  #endif
}

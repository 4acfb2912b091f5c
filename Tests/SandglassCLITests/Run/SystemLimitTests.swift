import SandglassTestSupport
import Testing

@testable import SandglassCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension HardTimes {
  @Suite("Limits of the system", .timeLimit(.minutes(10)))
  struct SystemLimitTests {
    /// A script that runs the program with at most so many open files.
    private func limited(to soft: Int, atMost hard: Int) -> String {
      "ulimit -Sn \(soft) && ulimit -Hn \(hard) && exec \"$0\" \"$@\""
    }

    /// Many more than there may be files.
    private let many = (1...100).map { "c\($0)=1h" } + ["--json"]

    @Test("Those that are kept need no open file each")
    func kept() async throws {
      try await onThread {
        let folder = TemporaryFolder(isInMemory: true)
        let program = try Program(many, script: limited(to: 64, atMost: 64), keptIn: folder)
        try program.expect(#"{"event":"tick""#)
        #expect(folder.names.count == 100)
        program.send(SIGTERM)
        #expect(try program.finish() == 143)
        #expect(program.errors.isEmpty)
        #expect(folder.names.count == 100)
      }
    }

    @Test("Too low a limit of open files is raised")
    func raised() async throws {
      try await onThread {
        let folder = TemporaryFolder(isInMemory: true)
        let program = try Program(["1s"], script: limited(to: 16, atMost: 64), keptIn: folder)
        #expect(try program.finish() == 0)
        #expect(program.errors.isEmpty)
      }
    }

    @Test("Where it cannot be raised, that is said before anything begins")
    func refused() async throws {
      try await onThread {
        let folder = TemporaryFolder(isInMemory: true)
        let program = try Program(["1s"], script: limited(to: 16, atMost: 16), keptIn: folder)
        #expect(try program.finish() == 71)
        #expect(program.output.isEmpty)
        #expect(
          program.errors
            == "sandglass: too few open files; needed: 32 free, allowed: 16; accepted: a higher "
            + "limit (ulimit -n)\n")
        #expect(!folder.exists)
      }
    }

    @Test("Any number of ends are told with few open files, each once")
    func manyEnds() async throws {
      try await onThread {
        let folder = TemporaryFolder(isInMemory: true)
        let count = repetitions(2000, atLeast: 200)
        for number in 1...count { try folder.keep("c\(number)", remaining: .seconds(-60)) }
        // There are more ends than files may be open, at every size.
        let limit = count < 2000 ? 64 : 1024
        let script = limited(to: limit, atMost: limit)
        let list = try Program(["list"], script: script, keptIn: folder)
        #expect(try list.finish() == 0)
        #expect(list.output.ranges(of: " ended 1m").count == count)
        #expect(list.errors.isEmpty)
        #expect(folder.names.isEmpty)
      }
    }

    #if os(Linux)
      /// Runs the program as a user who may have only so many threads; nil where that cannot be.
      private func run(
        _ arguments: [String], threads: Int, user: Int, in folder: TemporaryFolder
      ) throws -> (status: Int32, program: Program)? {
        // The limit does not count for root, and each user is counted apart.
        let script =
          "exec setpriv --reuid=\(user) --clear-groups prlimit --nproc=\(threads) \"$0\" \"$@\""
        let program = try Program(arguments, script: script, keptIn: folder)
        let status = try program.finish()
        guard geteuid() == 0, status != 126, status != 127 else {
          print(
            "not run: a limit of threads (this needs root, setpriv, and a program for everybody)")
          return nil
        }
        return (status, program)
      }

      @Test("Too few threads are refused before anything begins, and do not hang it")
      func threads() async throws {
        try await onThread {
          let folder = TemporaryFolder()
          for words in [["100ms"], ["100ms", "--no-keep"]] {
            guard let (status, few) = try run(words, threads: 8, user: 54_321, in: folder) else {
              return
            }
            #expect(status == 71)
            #expect(
              few.errors
                == "sandglass: too few threads; needed: 16, allowed: 7 (Resource temporarily "
                + "unavailable); accepted: a higher limit (ulimit -u)\n")
            #expect(few.output.isEmpty)
            #expect(!folder.exists)
          }
          for words in [["100ms"], ["a=100ms", "b=200ms"], ["100ms", "--no-keep"]] {
            let (status, enough) = try #require(
              try run(words, threads: 17, user: 54_322, in: folder))
            #expect(status == 0)
            #expect(enough.output.hasSuffix("done\n"))
          }
        }
      }
    #endif
  }
}

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

    private let many = (1...1100).map { "c\($0)=1h" } + ["--json"]

    @Test("Too low a limit of open files is raised for those that are kept")
    func raised() async throws {
      try await onThread {
        let folder = TemporaryFolder(isInMemory: true)
        let output = TemporaryFolder()
        try output.block()
        let program = try Program(
          many, script: limited(to: 1024, atMost: 4096), outputPath: output.path, keptIn: folder)
        try folder.expect(count: 1100, of: ".json")
        program.send(SIGTERM)
        #expect(try program.finish() == 143)
        // On a machine that is busy with other things, so many records may not be looked at in the time that a
        // signal leaves. That would be said, and is no matter of open files.
        #expect(!program.errors.contains("open files"))
        #expect(!program.errors.contains("not kept"))
        #expect(folder.names.filter { $0.hasSuffix(".json") }.count == 1100)
      }
    }

    @Test("Where it cannot be raised, that is said before anything begins")
    func refused() async throws {
      try await onThread {
        let folder = TemporaryFolder(isInMemory: true)
        let program = try Program(many, script: limited(to: 1024, atMost: 1024), keptIn: folder)
        #expect(try program.finish() == 71)
        #expect(program.output.isEmpty)
        #expect(
          program.errors.hasPrefix(
            "sandglass: too few open files for countdowns that are kept: 1100; needed: 1132, "
              + "allowed: 1024; accepted: at most 9"))
        #expect(program.errors.hasSuffix(", --no-keep, or a higher limit (ulimit -n)\n"))
        #expect(program.errors.split(separator: "\n").count == 1)
        #expect(!folder.exists)
      }
    }

    @Test("What is not kept needs no file each")
    func accepted() async throws {
      try await onThread {
        let folder = TemporaryFolder(isInMemory: true)
        let program = try Program(
          many + ["--no-keep"], script: limited(to: 1024, atMost: 1024), keptIn: folder)
        try program.expect(#"{"event":"tick""#)
        program.send(SIGTERM)
        #expect(try program.finish() == 143)
        #expect(!folder.exists)
      }
    }

    @Test("Any number of ends are told with few open files, each once")
    func manyEnds() async throws {
      try await onThread {
        let folder = TemporaryFolder(isInMemory: true)
        for number in 1...200 { try folder.keep("c\(number)", remaining: .seconds(-60)) }
        let script = limited(to: 64, atMost: 64)
        let list = try Program(["list"], script: script, keptIn: folder)
        #expect(try list.finish() == 0)
        #expect(list.output.ranges(of: " ended 1m").count == 200)
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

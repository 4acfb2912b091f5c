#if os(Linux)
  import Glibc
  import SandglassTestSupport
  import Testing

  @testable import Sandglass
  import SandglassCore

  @Suite("RunningProcess: which processes are alive", .machine)
  struct RunningProcessTests {
    private let own = RunningProcess.identity

    @Test("this process is alive, and has the same identity each time")
    func ownProcess() {
      #expect(own.number == getpid() && own.start != nil && own.space != nil && own.boot != nil)
      #expect(RunningProcess.identity == own)
      #expect(RunningProcess.life(of: own) == .alive)
    }

    @Test("a process with the same number and another start has ended")
    func sameNumber() {
      #expect(RunningProcess.life(of: identity(own.number, start: "1")) == .ended)
      #expect(RunningProcess.life(of: identity(Int32.max, start: own.start)) == .ended)
    }

    @Test("the life of a process in another namespace, or without one, is unknown")
    func unknown() {
      #expect(RunningProcess.life(of: identity(own.number, start: nil)) == .unknown)
      for space in ["pid:[1]", nil] {
        let process = ProcessIdentity(
          number: own.number, start: own.start, space: space, boot: own.boot)
        #expect(RunningProcess.life(of: process) == .unknown)
      }
    }

    @Test("a killed process has ended, even before its parent has reaped it")
    func killed() throws {
      var child = pid_t()
      var words = ["sleep", "1000"].map { $0.withCString(strdup) } + [nil]
      defer { for word in words { free(word) } }
      #expect(posix_spawnp(&child, "sleep", nil, nil, &words, environ) == 0)
      let stat = try #require(KernelFile.text(of: "/proc/\(child)/stat"))
      let fields = try #require(stat.split(separator: ")").last).split(separator: " ")
      let process = identity(child, start: String(fields[19]))
      #expect(RunningProcess.life(of: process) == .alive)
      kill(child, SIGKILL)
      while RunningProcess.life(of: process) == .alive { usleep(1000) }
      #expect(RunningProcess.life(of: process) == .ended)
      waitpid(child, nil, 0)
      #expect(RunningProcess.life(of: process) == .ended)
    }

    private func identity(_ number: Int32, start: String?) -> ProcessIdentity {
      ProcessIdentity(number: number, start: start, space: own.space, boot: own.boot)
    }
  }
#endif

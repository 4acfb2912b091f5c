#if os(Linux)
  import Glibc
  import Sandglass
  import SandglassTestSupport
  import Testing

  @testable import sandglass_cli

  @Suite("Who holds the lock of the folder")
  struct LockHolderTests {
    @Test("The system's list of locks is read")
    func list() {
      let locks = """
        1: POSIX  ADVISORY  WRITE 11 fe:01:77 0 EOF
        2: FLOCK  ADVISORY  WRITE 4711 fe:01:77 0 EOF
        2: -> FLOCK  ADVISORY  WRITE 13 fe:01:77 0 EOF
        """
      #expect(LockHolder.process(locking: 77, in: locks) == 4711)
      #expect(LockHolder.process(locking: 7, in: locks) == nil)
      #expect(LockHolder.isStopped("4711 (a) T (b)) T 1 2"))
      #expect(!LockHolder.isStopped("4711 (a) T (b)) S 1 2"))
      #expect(!LockHolder.isStopped(""))
    }

    @Test("The process that has the lock is found", .machine)
    func held() throws {
      let folder = TemporaryFolder.ofRecords
      try folder.keep("tea", remaining: .seconds(3600))
      #expect(LockHolder.of(folder.path) == nil)
      let file = open(folder.path + "/.sandglass.lock", O_RDWR | O_CLOEXEC)
      defer { close(file) }
      #expect(flock(file, LOCK_EX) == 0)
      #expect(LockHolder.of(folder.path) == LockHolder(process: getpid(), isStopped: false))
    }

    @Test("What is said names the process if it is known, and what to do")
    func advice() {
      #expect(
        LockHolder.advice(LockHolder(process: 7, isStopped: true))
          == "process 7, which is stopped, holds it; accepted: another attempt after "
          + "\"kill -CONT 7\", or once it has ended")
      #expect(
        LockHolder.advice(LockHolder(process: 7, isStopped: false))
          == "process 7 holds it; accepted: another attempt, once it goes on or has ended")
      #expect(LockHolder.advice(nil).hasPrefix("accepted: another attempt, "))
    }
  }
#endif

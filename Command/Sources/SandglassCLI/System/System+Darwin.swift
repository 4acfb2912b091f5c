#if canImport(Darwin)
  @_exported public import Darwin

  extension System {
    static let openFiles = RLIMIT_NOFILE

    static let lastSignal: Int32 = 31
    static let harmlessSignals: Set<Int32> = [SIGIO, SIGINFO]

    typealias ThreadBody = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?

    /// Starts a thread. Returns nil and the error number if the system refuses to start it.
    static func startThread(
      _ body: ThreadBody, _ argument: UnsafeMutableRawPointer?
    ) -> (thread: pthread_t?, failure: Int32) {
      var thread: pthread_t?
      let failure = pthread_create(&thread, nil, body, argument)
      return (failure == 0 ? thread : nil, failure)
    }
  }

  extension System {
    typealias SpawnActions = posix_spawn_file_actions_t?
    typealias SpawnAttributes = posix_spawnattr_t?

    static let newSession = Int32(POSIX_SPAWN_SETSID)

    static func makeSpawnActions() -> SpawnActions { nil }
    static func makeSpawnAttributes() -> SpawnAttributes { nil }

    /// The variables of this process's environment, each with its value.
    static var environment: [String] { strings(_NSGetEnviron().pointee) }
  }

  extension sigaction {
    var handler: System.SignalHandler? {
      get { __sigaction_u.__sa_handler }
      set { __sigaction_u.__sa_handler = newValue }
    }
  }
#endif

#if os(Linux) || os(Android)
  #if canImport(Musl)
    @_exported public import Musl
  #elseif canImport(Android)
    @_exported public import Android
  #else
    @_exported public import Glibc
  #endif

  extension System {
    static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// The last of the real-time signals.
    static let lastSignal: Int32 = 64
    static let harmlessSignals: Set<Int32> = []

    typealias ThreadBody = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

    /// Starts a thread. Returns nil and the error number if the system refuses to start it.
    static func startThread(
      _ body: ThreadBody, _ argument: UnsafeMutableRawPointer?
    ) -> (thread: pthread_t?, failure: Int32) {
      var thread = pthread_t()
      let failure = pthread_create(&thread, nil, body, argument)
      return (failure == 0 ? thread : nil, failure)
    }
  }

  extension System {
    typealias SpawnActions = posix_spawn_file_actions_t
    typealias SpawnAttributes = posix_spawnattr_t

    /// `POSIX_SPAWN_SETSID`, which Glibc shows only to programs in C.
    static let newSession: Int32 = 0x80

    static func makeSpawnActions() -> SpawnActions { SpawnActions() }
    static func makeSpawnAttributes() -> SpawnAttributes { SpawnAttributes() }

    /// The variables of this process's environment, each with its value.
    static var environment: [String] {
      // Swift refuses to read `environ`, because any thread may change it. This program changes no variable.
      typealias Variables = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
      guard let address = dlsym(nil, "environ") else { return [] }
      return strings(address.assumingMemoryBound(to: Variables?.self).pointee)
    }
  }

  extension sigaction {
    var handler: System.SignalHandler? {
      get { __sigaction_handler.sa_handler }
      set { __sigaction_handler.sa_handler = newValue }
    }
  }
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// A system thread, for code that blocks for as long as the process runs.
enum SystemThread {
  /// The name and the body of a thread. The thread receives them as a pointer.
  final class Start {
    let name: StaticString
    let body: @Sendable () -> Void

    init(name: StaticString, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    /// Calls the body. Called on the thread itself.
    static func run(_ context: UnsafeMutableRawPointer) {
      // This balances the `passRetained` in `start(named:_:)`.
      let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
      start.name.withUTF8Buffer { name in
        // A static string ends with a zero byte.
        let text = UnsafeRawPointer(name.baseAddress)
        SystemThread.nameCurrent(text?.assumingMemoryBound(to: CChar.self))
      }
      start.body()
    }
  }

  /// Starts a thread on which no signal is delivered.
  ///
  /// - Parameters:
  ///   - name: The thread's name for debuggers, of at most 15 bytes.
  ///   - body: The closure that the thread calls.
  /// - Returns: The error code, or zero.
  static func start(named name: StaticString, _ body: @escaping @Sendable () -> Void) -> Int32 {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    let failure = withoutSignals { create(start.toOpaque()) }
    if failure != 0 { start.release() }
    return failure
  }

  /// Calls `body` with all signals blocked, because a thread inherits its creator's signal mask.
  private static func withoutSignals(_ body: () -> Int32) -> Int32 {
    var all = sigset_t()
    var former = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    return body()
  }
}

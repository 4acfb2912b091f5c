/// Declarations that this module needs from each operating system, in addition to the C functions
/// that all of them have.
///
/// For each system there is a file, such as `System+Linux.swift`. It re-exports the system's C
/// library to all files of this module, and declares:
///
/// - `openFiles`, the argument of `getrlimit` that selects the limit on open files
/// - `startThread(_:_:)`, with `ThreadBody`, the C function that it takes
/// - `SpawnActions` and `SpawnAttributes`, the types that `posix_spawn` takes, and a function that
///   makes each of them, to be initialised by the C function
/// - `newSession`, the flag of `posix_spawn` for a new session
/// - `environment`, the variables of this process's environment, each with its value
/// - `lastSignal`, the highest number of a signal, and `harmlessSignals`, those that nothing else names and that do nothing
///   by default
/// - `sigaction.handler`, the function that the system calls when a signal arrives
///
/// If a declaration is missing, the build fails and names the declaration. No other file may
/// contain a conditional or import a C library. `Scripts/check-folders` enforces this rule.
enum System {
  /// A function that the system calls when a signal arrives.
  typealias SignalHandler = @convention(c) (Int32) -> Void

  /// Returns the strings of an array in C, which ends with a null pointer.
  static func strings(_ array: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
    guard var next = array else { return [] }
    var strings: [String] = []
    while let string = next.pointee {
      strings.append(String(cString: string))
      next += 1
    }
    return strings
  }
}

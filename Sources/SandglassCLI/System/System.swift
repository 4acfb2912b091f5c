/// Declarations that this module needs from each operating system, in addition to the C functions
/// that all of them have.
///
/// For each system there is a file, such as `System+Linux.swift`. It re-exports the system's C
/// library to all files of this module, and declares:
///
/// - `openFiles`, the argument of `getrlimit` that selects the limit on open files
/// - `startThread(_:_:)`, with `ThreadBody`, the C function that it takes
/// - `sigaction.handler`, the function that the system calls when a signal arrives
///
/// If a declaration is missing, the build fails and names the declaration. No other file may
/// contain a conditional or import a C library. `Scripts/check-imports` enforces this rule.
enum System {
  /// A function that the system calls when a signal arrives.
  typealias SignalHandler = @convention(c) (Int32) -> Void
}

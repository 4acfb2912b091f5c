/// Declarations that a system must provide, in addition to the C functions that all systems have.
///
/// A file for each system, such as `System+Linux.swift`, re-exports its C library to all files of
/// this module and declares:
///
/// - `openFiles`, the resource for the limit on open files, as `getrlimit` takes it
/// - `startThread(_:_:)`, with `ThreadBody`, the C function that it takes
/// - `sigaction.handler`, the function that a signal calls
///
/// If a declaration is missing, the build fails and names it. No other file may contain a
/// conditional or import a C library. `Scripts/check-imports` enforces that.
enum System {
  /// A function that the system calls when a signal arrives.
  typealias SignalHandler = @convention(c) (Int32) -> Void
}

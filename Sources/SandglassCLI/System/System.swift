/// What a system owes the command, besides the functions in C that all systems have.
///
/// A file for each system, such as `System+Linux.swift`, imports its C library on behalf of every
/// file here, and declares:
///
/// - `openFiles`, the limit of open files as `getrlimit` takes it
/// - `startThread(_:_:)`, with `ThreadBody`, the C function that it takes
/// - `sigaction.handler`, the function that a signal calls
///
/// What is missing fails the build by its name. No other file has a conditional, or imports a C
/// library; `Scripts/check-imports` refuses it.
enum System {
  /// What the system calls when a signal arrives.
  typealias SignalHandler = @convention(c) (Int32) -> Void
}

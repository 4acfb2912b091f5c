// Programs that show what countdowns and timers do. The README lists them.
import Dispatch
import Foundation

/// Runs a program on the main actor, and exits.
func run(_ program: @escaping @MainActor () async throws -> Void) -> Never {
  Task {
    try await program()
    exit(0)
  }
  dispatchMain()
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first) {
case ("resend", nil): run { try await showResendButton() }
case ("crowd", let count): run { try await Crowd.run(count.flatMap { Int($0) } ?? 100_000) }
case ("coming-from", let fault): comingFrom(committing: fault)
default:
  print("usage: Demos resend | crowd [COUNT] | coming-from")
  exit(64)
}

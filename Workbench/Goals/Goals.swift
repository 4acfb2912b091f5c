#if canImport(Glibc)
  // The command's file that is shared with this program gets its C library from another file of its module.
  @_exported public import Glibc
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif

/// Checks and measures what the package promises. Scripts run it.
@main
struct Goals {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst(2)
    switch CommandLine.arguments.dropFirst().first {
    case "trusted-time": await TrustedTimeGoals.run(words)
    case "network": try await TrustedTimeNetwork.run(words)
    case "calendar": CalendarTimes.run()
    case "allocations": Allocations.run()
    #if DURABLE
      case "durable": try await DurableGoals.run(words)
    #endif
    default:
      print("usage: Goals trusted-time | network | calendar | allocations | durable")
      exit(64)
    }
  }
}

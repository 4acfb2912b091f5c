import Foundation

/// Checks the promises of trusted time. The scripts of this room run it.
@main
struct Main {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    switch words.first {
    case "promises": await Promises.check(words.dropFirst())
    case "network": try await TrustedTimeNetwork.run(words.dropFirst())
    default:
      print("usage: TrustedTimeGoals promises | network")
      exit(64)
    }
  }
}

import ArgumentParser

/// A subcommand, such as `list`. The first argument of the program is its name.
///
/// ArgumentParser's own subcommands would need a default one for `sandglass 25m`, whose options would not be in the help
/// of `sandglass`.
protocol Subcommand: ParsableCommand {
  /// The options to name when another one is refused.
  static var options: String { get }

  /// Returns what the arguments ask for.
  ///
  /// - Throws: ``UsageError`` if the arguments are not valid.
  func invocation() throws(UsageError) -> Invocation
}

extension Subcommand {
  /// The name that follows `sandglass`.
  static var name: String {
    configuration.commandName.map { String($0.dropFirst("sandglass ".count)) } ?? ""
  }
}

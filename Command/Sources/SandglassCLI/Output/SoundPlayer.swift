/// The program that plays a sound.
enum SoundPlayer {
  /// The programs and their options, with those first that play the most formats and use the
  /// desktop's volume.
  private static let players = [
    ["pw-play"], ["paplay"], ["afplay"],
    ["ffplay", "-nodisp", "-autoexit", "-loglevel", "error"], ["aplay", "-q"],
  ]

  /// Returns the words that play a file, or nil if no player is installed.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - hasProgram: Whether a program of this name is installed.
  /// - Returns: The program and its arguments.
  static func words(playing file: String, hasProgram: (String) -> Bool) -> [String]? {
    // Without the dot, a file could be an option.
    let file = file.hasPrefix("-") ? "./" + file : file
    return players.first { hasProgram($0[0]) }.map { $0 + [file] }
  }

  /// What is said if there is no player.
  static var missing: String {
    "the sound cannot be played; accepted: one of the programs "
      + players.map { $0[0] }.joined(separator: ", ")
  }
}

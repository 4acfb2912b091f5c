import Sandglass

/// The subcommands `save` and `run`.
extension Main {
  static func save(_ words: [String]?, as name: String) throws(CatalogError) {
    if let words { _ = try request(words, of: name) }
    try ConfigFile.change { presets throws(CatalogError) in
      if let words {
        presets.save(words, as: name)
      } else if !presets.remove(name) {
        throw .noPreset(name, accepted: presets.names)
      }
    }
    printAndExit([
      words == nil
        ? "removed \(VisibleText.of(name))"
        : "saved; run it with: sandglass \(ShellWord.of(name))"
    ])
  }

  /// Returns what a preset asks for. Lists the presets and exits if there is no name.
  static func preset(_ name: String?, _ more: [String]) throws(CatalogError) -> RunRequest {
    let presets = try ConfigFile.presets { StandardStream.error.write(diagnostic: $0) }
    guard let name else {
      let lines = presets.names.map { name in
        ([VisibleText.of(name) + ":"] + (presets.words[name] ?? []).map(ShellWord.of))
          .joined(separator: " ")
      }
      printAndExit(lines.isEmpty ? ["no presets are saved"] : lines)
    }
    guard let words = presets.words[name] else {
      throw .noPreset(name, accepted: presets.names)
    }
    return try request(words + more, of: name)
  }

  private static func request(
    _ words: [String], of preset: String
  ) throws(CatalogError) -> RunRequest {
    switch invocation(words) {
    case .run(let request): return request
    case .refuse(let reason): throw .preset(preset, String(reason.dropFirst("sandglass: ".count)))
    default: throw .preset(preset, "accepted: words such as 25m --label Work")
    }
  }
}

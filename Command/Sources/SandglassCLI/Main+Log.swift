import Sandglass

/// The subcommand `log`.
extension Main {
  static func showLog(isJSON: Bool) throws(CatalogError) {
    guard let file = try LogFile.inEnvironment() else {
      printAndExit(isJSON ? [] : [LogSummary.nothing])
    }
    let (entries, damaged): ([LogEntry], Int)
    do throws(TextFile.Failure) { (entries, damaged) = try file.entries() } catch {
      throw .config(file.path, error.message)
    }
    if damaged > 0 {
      StandardStream.error.write(
        diagnostic: "the file \"\(file.path)\" has \(damaged) lines that are no entries of a log")
    }
    if isJSON { printAndExit(entries.map(\.line)) }
    let lines = LogSummary(entries: entries, localTime: .system).lines()
    printAndExit(lines.isEmpty ? [LogSummary.nothing] : lines)
  }
}

import Sandglass

/// What `status` prints.
struct StatusRequest: Equatable {
  /// The id or label; nil for the countdown that ends first.
  var word: String?
  var format = StatusFormat.standard
  var isJSON = false

  /// Whether to print another line after each change.
  var follows = false
}

extension KeptCommands {
  /// Prints one line for a kept countdown or stopwatch, or an empty line if none is kept.
  func status(_ request: StatusRequest) throws(CatalogError) -> Int32 {
    let entry =
      if let word = request.word { try entry(word) } else {
        KeptEntry.foremost(try catalog.entries())
      }
    if let error = entry?.error { throw .store(error) }
    output.write(line: line(entry, request))
    return 0
  }

  /// Returns the entry for the countdown that has `word` as its id or label, or else for the stopwatch
  /// of that name.
  private func entry(_ word: String) throws(CatalogError) -> KeptEntry {
    do throws(CatalogError) {
      let id = try catalog.id(of: word) { StandardStream.error.write(diagnostic: $0) }
      if let entry = catalog.entry(id) { return entry }
    } catch {
      guard error.status == ExitStatus.notFound else { throw error }
    }
    if let entry = catalog.stopwatch(KeptID.stem(of: word)) { return entry }
    throw catalog.notFound(word)
  }

  /// Prints a line now, and after each change, until a signal ends the program.
  func follow(_ request: StatusRequest) throws(CatalogError) {
    SignalPipe.listen { signal in if let status = signal.exitStatus { exit(status) } }
    var last: String?
    try follow { [self] entries in
      let line = line(request.entry(among: entries), request)
      guard line != last else { return }
      last = line
      output.write(line: line)
    }
  }

  /// Shows the list, and shows it again after each change.
  func watchList(isJSON: Bool) throws(CatalogError) {
    let screen = KeptScreen(on: output)
    let end: @MainActor @Sendable (Signal) -> Void = { signal in
      screen.leave()
      exit(signal.exitStatus ?? 0)
    }
    screen.listen(onKey: { key in if key == .cancel { end(.interrupt) } }, onEnd: end)
    let ellipsis = Style(environment: Environment.value).ellipsis
    try follow { entries in
      let list = KeptList(entries: entries)
      if entries.isEmpty, !isJSON { return screen.show { _ in [KeptList.nothing] } }
      screen.showAll { width in
        isJSON ? list.jsonLines : list.lines(width: width, ellipsis: ellipsis)
      }
    }
  }

  private func follow(_ show: @escaping ([KeptEntry]) -> Void) throws(CatalogError) {
    let follower = KeptFollower(catalog, show: show)
    self.follower = follower
    try follower.start()
  }

  private func line(_ entry: KeptEntry?, _ request: StatusRequest) -> String {
    guard let entry else { return request.isJSON ? "{}" : "" }
    if request.isJSON { return JSONLine.object(KeptList.members(entry)) }
    let log = request.format.needsLog ? (try? LogFile.inEnvironment()?.entries())?.entries : nil
    return request.format.line(
      entry, now: Timekeeper.shared.wallNow, localTime: localTime, log: log ?? [])
  }
}

extension StatusRequest {
  /// Returns the entry that the line is about. The word may come to mean another one at any time.
  fileprivate func entry(among entries: [KeptEntry]) -> KeptEntry? {
    guard let word else { return KeptEntry.foremost(entries) }
    let countdowns = entries.compactMap(\.countdown)
    let ids: [String] =
      switch WordMatch(word, among: countdowns.map { ($0.id, $0.label) }) {
      case .one(let id): [id]
      case .several(let ids): ids
      case .none: []
      }
    let named = countdowns.filter { kept in
      ids.contains { $0.utf8.elementsEqual(kept.id.utf8) }
    }
    if let kept = KeptCountdown.foremost(named) { return .countdown(kept) }
    let id = KeptID.stem(of: word)
    return entries.first { $0.stopwatch?.id == id }
  }
}

extension KeptEntry {
  /// Returns the countdown that is of most interest, or else the stopwatch.
  fileprivate static func foremost(_ entries: [KeptEntry]) -> KeptEntry? {
    KeptCountdown.foremost(entries.compactMap(\.countdown)).map { .countdown($0) }
      ?? KeptStopwatch.foremost(entries.compactMap(\.stopwatch)).map { .stopwatch($0) }
  }
}

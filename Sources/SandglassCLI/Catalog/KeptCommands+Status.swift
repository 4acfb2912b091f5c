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
  /// Prints one line for a kept countdown, or an empty line if none is kept.
  func status(_ request: StatusRequest) throws(CatalogError) -> Int32 {
    var kept: KeptCountdown?
    if let word = request.word {
      let id = try catalog.id(of: word) { StandardStream.error.write(diagnostic: $0) }
      guard let entry = catalog.entry(id) else { throw catalog.notFound(word) }
      if let error = entry.error { throw .store(error) }
      kept = entry.countdown
    } else {
      kept = KeptCountdown.foremost(try catalog.entries().compactMap(\.countdown))
    }
    output.write(line: line(kept, request))
    return 0
  }

  /// Prints a line now, and after each change, until a signal ends the program.
  func follow(_ request: StatusRequest) throws(CatalogError) {
    SignalPipe.listen { signal in if let status = signal.exitStatus { exit(status) } }
    var last: String?
    try follow { [self] entries in
      let countdowns = entries.compactMap(\.countdown).filter { request.isFor($0, among: entries) }
      let line = line(KeptCountdown.foremost(countdowns), request)
      guard line != last else { return }
      last = line
      output.write(line: line)
    }
  }

  /// Shows the list, and shows it again after each change.
  func watchList(isJSON: Bool) throws(CatalogError) {
    let screen = KeptScreen(on: output)
    try follow { entries in
      let list = KeptList(entries: entries)
      let lines = isJSON ? list.jsonLines : list.lines
      screen.show(entries.isEmpty && !isJSON ? ["no countdowns are kept"] : lines)
    }
  }

  private func follow(_ show: @escaping ([KeptEntry]) -> Void) throws(CatalogError) {
    let follower = KeptFollower(catalog, show: show)
    self.follower = follower
    try follower.start()
  }

  private func line(_ kept: KeptCountdown?, _ request: StatusRequest) -> String {
    guard let kept else { return request.isJSON ? "{}" : "" }
    if request.isJSON { return KeptList.object(kept) }
    return request.format.line(kept, now: Timekeeper.shared.wallNow, localTime: localTime)
  }
}

extension StatusRequest {
  /// Whether the line is about this countdown. The word may come to mean another one at any time.
  fileprivate func isFor(_ kept: KeptCountdown, among entries: [KeptEntry]) -> Bool {
    guard let word else { return true }
    let labels = entries.compactMap(\.countdown).map { ($0.id, $0.label) }
    switch WordMatch(word, among: labels) {
    case .one(let id): return id.utf8.elementsEqual(kept.id.utf8)
    case .several(let ids): return ids.contains { $0.utf8.elementsEqual(kept.id.utf8) }
    case .none: return false
    }
  }
}

import Sandglass

/// The log for people: for each day, label and phase, how often and how long.
struct LogSummary {
  let entries: [LogEntry]
  let localTime: LocalTimeRule

  /// What is said if there are no entries.
  static let nothing = "nothing has ended yet"

  private struct Group {
    let key: [String]
    var finished = 0
    var cancelled = 0
    var ran = Duration.zero
    var paused = Duration.zero
  }

  /// The lines, in the order of time.
  func lines(width: Int = .max, ellipsis: String = "…") -> [String] {
    let titles = ["DAY", "LABEL", "DONE", "TIME", "PHASE", "PAUSED", "CANCELLED"]
    return Table(titles, groups.map(Self.cells), names: [1], right: 3)
      .lines(width: width, ellipsis: ellipsis)
  }

  private var groups: [Group] {
    var groups: [Group] = []
    var places: [[String]: Int] = [:]
    for entry in entries {
      let day = localTime.date(entry.ended)
      let key = [day, entry.label ?? entry.id, entry.phase ?? "-"]
      let place = places[key, default: groups.count]
      if place == groups.count { groups.append(Group(key: key)) }
      places[key] = place
      groups[place].finished += entry.outcome == .finished ? 1 : 0
      groups[place].cancelled += entry.outcome == .cancelled ? 1 : 0
      groups[place].ran += entry.ran ?? .zero
      groups[place].paused += entry.paused ?? .zero
    }
    return groups
  }

  private static func cells(_ group: Group) -> [Table.Cell] {
    let paused = wholeSeconds(group.paused)
    return [
      Table.Cell(group.key[0]), Table.Cell(VisibleText.of(group.key[1])),
      Table.Cell("\(group.finished)"),
      Table.Cell(wholeSeconds(group.ran).clockFace),
      Table.Cell(VisibleText.of(group.key[2]), isUsual: group.key[2] == "-"),
      Table.Cell(paused.clockFace, isUsual: paused == .zero),
      Table.Cell("\(group.cancelled)", isUsual: group.cancelled == 0),
    ]
  }
}

extension LogSummary {
  /// Returns the nearest number of seconds, because what has run for a second is measured as a little less or more.
  private static func wholeSeconds(_ duration: Duration) -> Duration {
    .seconds((duration + .milliseconds(500)).components.seconds)
  }

  /// Returns how often a phase of a countdown was done on the day of `now`.
  func today(_ phase: String, of id: String, now: WallMoment) -> Int {
    let day = localTime.day(now)
    return entries.count {
      $0.id == id && $0.phase == phase && $0.outcome == .finished && localTime.day($0.ended) == day
    }
  }
}

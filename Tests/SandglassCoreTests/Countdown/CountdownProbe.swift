import SandglassCore
import SandglassTestSupport

/// A countdown machine under test, and what it has reported, as words: `10`, `4 missed 2`, `+1`,
/// `milestone 3`, `finished`, `cancelled`. Changes are stored separately, because they are reported in addition.
final class CountdownProbe {
  enum Event: CaseIterable {
    case advance, start, restart, pause, resume, extend, shortenToNothing, cancel, stopOvertime
    case watch, unwatch
  }

  /// The moment from which tests count their seconds.
  static let base = Moment.origin + .seconds(1_000)

  var machine: CountdownMachine
  private(set) var events: [CountdownEvent] = []
  private(set) var changes: [CountdownChange.Kind] = []

  init(_ duration: Duration, options: CountdownOptions = .standard, isWatched: Bool = true) {
    machine = CountdownMachine(duration, options: options)
    if isWatched { watch(true, at: 0) }
  }

  private func note(_ event: CountdownEvent) {
    if case .change(let change, _) = event { changes.append(change) } else { events.append(event) }
  }

  /// Returns what was reported since the last call.
  func takeWords() -> [String] {
    defer { events = [] }
    return events.map(Self.words)
  }

  func takeEvents() -> [CountdownEvent] {
    defer { events = [] }
    return events
  }

  func advance(to seconds: Double) {
    machine.advance(to: Self.moment(seconds), report: note)
  }

  @discardableResult
  func start(at seconds: Double = 0) -> Bool {
    machine.start(at: Self.moment(seconds), report: note)
  }

  func restart(at seconds: Double) {
    machine.restart(at: Self.moment(seconds), report: note)
  }

  @discardableResult
  func pause(at seconds: Double) -> Bool {
    machine.pause(at: Self.moment(seconds), report: note)
  }

  @discardableResult
  func resume(at seconds: Double) -> Bool {
    machine.resume(at: Self.moment(seconds), report: note)
  }

  @discardableResult
  func extend(by duration: Duration, at seconds: Double) -> Bool {
    machine.extend(by: duration, at: Self.moment(seconds), report: note)
  }

  @discardableResult
  func moveEnd(to end: Double, at seconds: Double) -> Bool {
    let timeToZero = Duration.nanoseconds(Int64(((end - seconds) * 1_000_000_000).rounded()))
    return machine.moveEnd(timeToZero: timeToZero, at: Self.moment(seconds), report: note)
  }

  @discardableResult
  func cancel(at seconds: Double) -> Bool {
    machine.cancel(at: Self.moment(seconds), report: note)
  }

  @discardableResult
  func stopOvertime(at seconds: Double) -> Bool {
    machine.stopOvertime(at: Self.moment(seconds), report: note)
  }

  func watch(_ isWatched: Bool, at seconds: Double) {
    machine.watch(isWatched, at: Self.moment(seconds), report: note)
  }

  /// Applies one event. Returns the event's result, or nil if it has none.
  func apply(_ event: Event, at seconds: Double) -> Bool? {
    switch event {
    case .advance: advance(to: seconds)
    case .start: return start(at: seconds)
    case .restart: restart(at: seconds)
    case .pause: return pause(at: seconds)
    case .resume: return resume(at: seconds)
    case .extend: return extend(by: .seconds(5), at: seconds)
    case .shortenToNothing: return extend(by: .seconds(-60), at: seconds)
    case .cancel: return cancel(at: seconds)
    case .stopOvertime: return stopOvertime(at: seconds)
    case .watch: watch(true, at: seconds)
    case .unwatch: watch(false, at: seconds)
    }
    return nil
  }

  /// Advances to every instant at which the machine is due, up to `seconds`. Returns what it reported
  /// there, with the time in seconds. Drops earlier reports.
  func run(to seconds: Double) -> [String] {
    let last = Self.moment(seconds)
    var lines: [String] = []
    events = []
    while lines.count < 10_000, let due = machine.nextDue(wantsMilestones: true), due.moment <= last
    {
      machine.advance(to: due.moment, report: note)
      let time = (due.moment - Self.base).nanosecondsRoundedUp
      lines += takeWords().map { "\(Self.seconds(time)): \($0)" }
    }
    return lines
  }

  static func moment(_ seconds: Double) -> Moment {
    base + .nanoseconds(Int64((seconds * 1_000_000_000).rounded()))
  }

  static func words(_ event: CountdownEvent) -> String {
    switch event {
    case .reading(let reading):
      let number =
        reading.state == .overtime
        ? "+\(reading.overtime.attoseconds / reading.unit.attoseconds)" : "\(reading.shown)"
      return number + missed(reading.missed)
    case .milestone(let reached, _):
      return "milestone \(seconds(reached.remaining.nanosecondsRoundedUp))"
    case .end(let end, _):
      return "\(end.outcome)" + missed(end.missed)
    case .phaseEnd(let end, _):
      return "\(end.phase.name) \(end.isSkipped ? "skipped" : "over")" + missed(end.missed)
    case .change(let change, _):
      return "\(change)"
    }
  }

  private static func missed(_ count: Int) -> String {
    count == 0 ? "" : " missed \(count)"
  }

  /// Seconds without unnecessary decimals.
  private static func seconds(_ nanoseconds: Int128) -> String {
    let (whole, part) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard part != 0 else { return "\(whole)" }
    var decimals = String(String(1_000_000_000 + part).dropFirst())
    while decimals.last == "0" { decimals.removeLast() }
    return "\(whole).\(decimals)"
  }
}

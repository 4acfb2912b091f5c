/// The timers that are waiting on a timekeeper, in the order in which they are due. Use the list to find out why a
/// timer does not fire.
///
/// In a debugger, `po timekeeper.pending` prints the list as a table:
///
/// ```
/// 3 pending at 1000.000000000 s; alarm: in 250ms; undelivered callbacks: 0
/// in 250ms  RepeatingTimer every 250ms      Gauge
/// in 1s     Countdown, 12.3s left
/// in 30s    OneShotTimer             + 5s   Banner
/// ```
///
/// A timer that is not in the list is paused, has ended, or was deallocated. If you still have a reference to the
/// timer, its `description` says which. A timer that the list shows as late is waiting for the alarm, or for its
/// timekeeper, which is running a closure that takes a long time. If callbacks are undelivered, their queues are busy.
public struct PendingTimers: Sendable {
  /// The moment at which the list was created.
  public let now: Moment

  /// When the timekeeper's alarm is set to ring; `nil` if it is not set.
  public let alarm: Moment?

  /// The number of callbacks that were due but are still waiting for their queues.
  public let undelivered: Int

  private let timers: [PendingTimer]

  package init(_ timers: [PendingTimer], at now: Moment, alarm: Moment?, undelivered: Int) {
    self.timers = timers
    self.now = now
    self.alarm = alarm
    self.undelivered = undelivered
  }
}

extension PendingTimers: RandomAccessCollection {
  /// The position of the first timer.
  public var startIndex: Int { 0 }

  /// The position after the last timer.
  public var endIndex: Int { timers.count }

  /// The timer at a position, which must exist.
  public subscript(position: Int) -> PendingTimer { timers[position] }
}

extension PendingTimers: CustomStringConvertible {
  /// The list as a table. The first line describes the timekeeper. One line for each of the first hundred timers shows
  /// when the timer is due, its kind, its tolerance, and the type of its owner.
  public var description: String {
    let rows = timers.prefix(Self.shown).map { timer in
      [
        when(timer.deadline), "\(timer.kind)",
        timer.tolerance > .zero ? "+ \(timer.tolerance.readableText)" : "", timer.owner ?? "",
      ]
    }
    let rest = count > Self.shown ? ["and \(count - Self.shown) more"] : []
    return ([heading] + Self.aligned(rows) + rest).joined(separator: "\n")
  }

  /// The maximum number of timers in the table. A longer table would be unreadable.
  private static var shown: Int { 100 }

  private var heading: String {
    let alarmText = alarm.map(when) ?? "none"
    return "\(count) pending at \(now); alarm: \(alarmText); undelivered callbacks: \(undelivered)"
  }

  private func when(_ moment: Moment) -> String {
    if moment == .distantFuture { return "never" }
    return moment < now
      ? "\((now - moment).readableText) late" : "in \((moment - now).readableText)"
  }

  /// Returns the rows as lines. Each column is as wide as its widest text, and no line ends with spaces.
  private static func aligned(_ rows: [[String]]) -> [String] {
    guard let columns = rows.first?.indices else { return [] }
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      var isBehind = 0
      for (text, width) in zip(row, widths) where width > 0 {
        if !text.isEmpty {
          line += String(repeating: " ", count: isBehind) + text
          isBehind = 0
        }
        isBehind += width - text.count + 2
      }
      return line
    }
  }
}

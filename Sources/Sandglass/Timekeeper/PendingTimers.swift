public import SandglassCore

/// All that waits on a timekeeper, in the order in which it is due: a list that tells why a timer does not fire.
///
/// In a debugger, `po timekeeper.pending` prints it as a table:
///
/// ```
/// 3 wait at 1000.000000000 s; the alarm is set in 250ms; 0 callbacks wait for their queues
/// in 250ms  RepeatingTimer every 250ms      App/Gauge.swift:12
/// in 1s     Countdown, 12.3s left
/// in 30s    OneShotTimer             + 5s   App/Banner.swift:40
/// ```
///
/// What is not in the list waits for nothing: it is paused, has ended, or was let go. The `description` of a timer that
/// is still held says which. What is in the list and late waits for its timekeeper, which is serving something that
/// takes long, or for its alarm; where callbacks wait, their queues are busy.
public struct PendingTimers: Sendable {
  /// The moment at which this was the list.
  public let now: Moment

  /// When the timekeeper wants to be woken up; nil if it does not.
  public let alarm: Moment?

  /// How many callbacks wait for the queues that they are called on: what has come due and was not delivered yet.
  public let undelivered: Int

  private let timers: [PendingTimer]

  init(_ timers: [PendingTimer], at now: Moment, alarm: Moment?, undelivered: Int) {
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
  /// The list as a table: a line about the timekeeper, and one for each of the first hundred timers with when it is due,
  /// what it is, how much later it may be, and where it was made.
  public var description: String {
    let rows = timers.prefix(Self.shown).map { timer in
      [
        when(timer.deadline), "\(timer.kind)",
        timer.tolerance > .zero ? "+ \(timer.tolerance.readableText)" : "", timer.place,
      ]
    }
    let rest = count > Self.shown ? ["and \(count - Self.shown) more"] : []
    return ([heading] + Self.aligned(rows) + rest).joined(separator: "\n")
  }

  /// How many timers the table has: more cannot be read.
  private static var shown: Int { 100 }

  private var heading: String {
    let alarmText = alarm.map { "the alarm is set \(when($0))" } ?? "no alarm is set"
    return "\(count) wait at \(now); \(alarmText); \(undelivered) callbacks wait for their queues"
  }

  private func when(_ moment: Moment) -> String {
    if moment == .distantFuture { return "never" }
    return moment < now
      ? "\((now - moment).readableText) late" : "in \((moment - now).readableText)"
  }

  /// The rows as lines in which each column is as wide as its widest text, without blanks at their ends.
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

extension PendingTimers: CustomReflectable {
  /// Shows nothing beside the description, so that a debugger prints the table alone.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

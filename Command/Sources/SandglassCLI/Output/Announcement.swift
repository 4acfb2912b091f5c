import Sandglass
import SandglassCore
import SandglassLedger

/// An event of a countdown, independent of the output format.
struct Announcement: Equatable {
  /// What happened.
  enum Event: String, Equatable, CaseIterable {
    case started

    /// The record of a countdown has been written, whose start was announced without an id.
    case saved

    /// This process has attached to a kept countdown.
    case attached
    case tick
    case paused
    case resumed
    case extended

    /// Another process has started the countdown again.
    case restarted

    /// Another process has given the countdown another label.
    case renamed
    case milestone

    /// A phase has ended.
    case phase

    /// The countdown went back to the beginning of a phase.
    case back

    /// A change was undone.
    case undone
    case finished

    /// A countdown that was counting past zero has been stopped.
    case stopped
    case cancelled

    /// The program exits before the countdown ends. The countdown stays in its record.
    case kept

    /// Whether this is the last announcement of the countdown.
    var isEnd: Bool {
      switch self {
      case .finished, .stopped, .cancelled, .kept: true
      default: false
      }
    }
  }

  var event: Event
  var label: String?

  /// The remaining time; for a milestone, the time at which it is due.
  var remaining: Duration
  var shown: Int
  var progress: Double
  var missed: Int

  /// The wall-clock time of the announcement.
  var at: WallMoment

  /// For an event that has a number, its moment.
  var moment: Moment?

  /// The countdown's id; nil if the countdown is not kept.
  var id: String?

  /// The certainty of the values; nil for a countdown that this process started.
  var certainty: Certainty?

  /// The time at which the countdown ended, if no process was running it then.
  var ended: WallMoment?

  /// The phase at this time; nil without phases.
  var phase: PhasePosition?

  /// For the event `phase`, the names of the phase that has ended and of the next one.
  var step: PhaseStep?

  /// The time past zero; nil before.
  var overtime: Duration?

  /// For the event `milestone`, the milestone that was reached.
  var milestone: Milestone?

  /// The displayed number as a clock face.
  var face: String {
    if let overtime { return ClockFace(overtime: overtime).description }
    return Duration.seconds(shown).clockFace
  }
}

/// The end of a phase.
struct PhaseStep: Equatable {
  let ended: String

  /// Nil after the last phase.
  let next: String?
}

// MARK: - In words

extension Announcement {
  /// A text that says when the countdown ended; nil if a process was running it then.
  func endText(_ localTime: LocalTimeRule) -> String? {
    ended.map { MissedFinishNotice(now: at, localTime: localTime).text($0, certainty ?? .exact) }
  }

  /// Whether this is the end of the last phase, at which the end of the countdown is announced as well.
  var isLastPhaseEnd: Bool { step.map { $0.next == nil } ?? false }

  /// A text that says which phase has ended, and which one begins.
  var stepText: String? {
    guard let step else { return nil }
    let next = step.next.map { ", " + VisibleText.of($0) + " begins" } ?? ""
    return VisibleText.of(step.ended) + " done" + next
  }

  /// A text that says that the countdown is kept, and under which id.
  var keptText: String { id.map { "kept as \(VisibleText.of($0))" } ?? "kept" }
}

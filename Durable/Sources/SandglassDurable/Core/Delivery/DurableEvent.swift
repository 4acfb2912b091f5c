public import SandglassCore
package import SandglassLedger

/// Something that has happened to a durable countdown at its time: a milestone, the end of a phase, or the finish.
public struct DurableEvent: Sendable, Hashable, Identifiable {
  /// The kinds of events.
  ///
  /// More kinds may be added, so a `switch` over them needs a `default`.
  public enum Kind: Sendable, Hashable {
    /// A milestone was reached.
    case milestone(Milestone)

    /// A phase has ended, at its deadline or because it was skipped. Phases are counted from zero through all rounds.
    case phaseEnded(index: Int, isSkipped: Bool)

    /// The countdown has come to its end.
    case finished
  }

  /// Identifies the event. It is the same each time the event is handed to a handler, and no other event ever has it.
  public let id: String

  /// The id of the countdown.
  public let countdown: String

  /// What has happened.
  public let kind: Kind

  /// When the event was due, by the clock of the database.
  public let due: WallMoment

  /// When the event was made durable, by the clock of the database; never before ``due``.
  public let fired: WallMoment

  /// The payload that was passed at the start.
  public let payload: [UInt8]

  /// The trace of whoever started the run; nil if there was none.
  package let trace: String?

  /// How often the event has been handed to a handler, this time included.
  public private(set) var attempt: Int

  /// Where the event is in the outbox.
  package private(set) var ticket: EventTicket

  package init(
    countdown: String, event: PendingEvent, fired: Moment, attachment: RunAttachment,
    ticket: EventTicket
  ) {
    id = "\(countdown)/\(event.run)/\(event.number)"
    self.countdown = countdown
    kind =
      switch event.kind {
      case .milestone(let milestone): .milestone(milestone)
      case .phaseEnd(let isSkipped): .phaseEnded(index: event.phaseIndex, isSkipped: isSkipped)
      case .finish: .finished
      }
    due = event.instant.wall
    self.fired = WallMoment(fired)
    payload = attachment.payload
    trace = attachment.trace
    self.ticket = ticket
    attempt = ticket.failures + 1
  }

  /// Returns the same event with what has become of it since.
  package func with(_ ticket: EventTicket) -> DurableEvent {
    var event = self
    event.ticket = ticket
    event.attempt = ticket.failures + 1
    return event
  }
}

/// The place of an event in the outbox, and what has become of it so far.
package struct EventTicket: Sendable, Hashable {
  /// The place. Later events have greater numbers.
  package let number: Int64

  /// The number of the countdown.
  package let countdown: Int64

  package let run: Int

  /// How often handlers have failed.
  package var failures: Int

  /// The event is not handed out before this moment. Of one that was given up, when that was.
  package var notBefore: Moment

  package init(
    number: Int64, countdown: Int64, run: Int, failures: Int = 0, notBefore: Moment = .origin
  ) {
    self.number = number
    self.countdown = countdown
    self.run = run
    self.failures = failures
    self.notBefore = notBefore
  }

  /// Returns the same, given up. From then on it is kept for as long as what is over.
  package func givenUp(at now: Moment) -> EventTicket {
    var ticket = self
    ticket.notBefore = now
    return ticket
  }
}

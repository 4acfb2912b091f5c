import Sandglass
import SandglassCore
import SandglassLedger

/// What the store has said of a countdown's record.
enum RecordStanding: Hashable, CaseIterable {
  /// There is none: none is wanted, or none could be made.
  case none

  /// The first one is being written, and the store has not answered.
  case beingWritten

  /// It is on the disk, with all changes that this process has made.
  case whole

  /// It is on the disk, and the latest changes could not be written, or the store does not answer.
  case behind

  /// Something else has taken its place: a file that is not a record, or a damaged one.
  case displaced
}

extension RecordStanding {
  /// What the store has said of a record that it has had.
  ///
  /// - Parameters:
  ///   - error: The error of the latest reading or writing; nil if it was successful.
  ///   - lacksChanges: Whether the record lacks a change that this process has made.
  init(error: CountdownStoreError?, lacksChanges: Bool) {
    switch error?.kind {
    case .foreign, .invalidID, .damaged(_, setAsideAs: nil): self = .displaced
    case .unavailable: self = .behind
    default: self = lacksChanges ? .behind : .whole
    }
  }
}

/// How a process is asked to let go of a countdown.
enum DepartureWish: Hashable, CaseIterable {
  /// The user cancels it: with `q` or Ctrl-C.
  case cancel

  /// The user leaves it, with `d`.
  case leave

  /// A signal ends the process, or its terminal is gone.
  case end
}

/// What becomes of a countdown and its record when a process lets go of it.
///
/// It follows from what the user has asked, and from what is on the disk. Whether the latest change could be written plays
/// no part: a record is removed only if the user cancels it.
enum Departure: Hashable, CaseIterable {
  /// The run is cancelled, and its record is removed.
  case cancel

  /// The record stays as it is on the disk, where the run goes on.
  case leave

  /// There is no record to go on in, so the run ends with the process. What may still come to the disk stays there.
  case drop

  /// The countdown is shown on, because nobody could come back to it.
  case stay

  init(_ wish: DepartureWish, _ standing: RecordStanding) {
    switch (wish, standing) {
    case (.cancel, _): self = .cancel
    case (.leave, .whole), (.leave, .behind), (.end, .whole), (.end, .behind): self = .leave
    case (.leave, .none), (.leave, .beingWritten), (.leave, .displaced): self = .stay
    case (.end, .none), (.end, .beingWritten), (.end, .displaced): self = .drop
    }
  }
}

/// What is said of a record that does not agree with what this process has announced, when it exits.
enum LastWord: Hashable, CaseIterable {
  /// The run was cancelled, and goes on in its record.
  case notRemoved

  /// The run goes on in its record as it is on the disk, which may lack the latest changes.
  case notWritten

  /// The end was announced, and will be announced again.
  case notAcknowledged

  /// It is not known whether there is a record, or it was written only after the end was announced.
  case unknown

  /// Returns nil if there is nothing to be said.
  ///
  /// - Parameters:
  ///   - departure: What has become of the countdown; nil if it has ended by itself.
  ///   - standing: What the store has said last.
  init?(after departure: Departure?, _ standing: RecordStanding) {
    switch (departure, standing) {
    case (.cancel, .behind): self = .notRemoved
    case (.leave, .behind): self = .notWritten
    case (nil, .behind): self = .notAcknowledged
    case (_, .beingWritten), (.drop, .whole), (.drop, .behind): self = .unknown
    case (_, .none), (_, .whole), (_, .displaced), (.stay, .behind): return nil
    }
  }
}

extension LastWord {
  /// Returns the line to say.
  ///
  /// - Parameters:
  ///   - names: The names of the countdowns that it concerns.
  ///   - reason: Why the record of the first one is not as it should be; nil if the store has not said.
  /// - Returns: The line.
  func text(_ names: [String], because reason: String?) -> String {
    let reason = reason ?? "the records could not be written in time"
    let names = NameList.text(names)
    return switch self {
    case .notRemoved:
      "\(reason); not cancelled in the records: \(names); accepted: another \"sandglass cancel\""
    case .notWritten: "\(reason); left as they are on the disk: \(names)"
    case .notAcknowledged: "\(reason); the end will be reported again: \(names)"
    case .unknown: "\(reason); \"sandglass list\" shows what is kept"
    }
  }
}

public import SandglassCore
import SandglassLedger

/// A durable countdown, as it was when it was read or changed.
public struct DurableCountdown: Sendable, Hashable, Identifiable {
  /// The id that was passed at the start.
  public let id: String

  /// The number of changes. Pass it as `ifVersion` to change the countdown only if nobody else has in the meantime. What
  /// becomes due is a change, too.
  public let version: Int

  /// The state: running, paused, finished, or idle after it was cancelled.
  public let state: CountdownState

  /// When the countdown or, with phases, its current phase ends; nil unless it is running.
  public let end: WallMoment?

  /// The time that remained until then; zero unless the countdown is running or paused.
  public let remaining: Duration

  /// The whole duration of the run or, with phases, of the current phase, including extensions.
  public let total: Duration

  /// The current phase; nil without phases.
  public let phase: Phase?

  /// The index of the current phase, counted from zero through all rounds; zero without phases.
  public let phaseIndex: Int

  /// The payload that was passed at the start.
  public let payload: [UInt8]

  /// The instant of this value, by the clock of the database.
  public let taken: WallMoment

  init(_ stored: StoredCountdown, at now: Moment) {
    // What is due but has not been fired yet has happened all the same.
    let record = stored.row.record
    let instant = ClockInstant(ofDatabase: max(now, record.written.steady))
    let restored = record.restored(at: instant)
    id = stored.row.id
    version = stored.row.version
    remaining = restored.state.remaining
    total = restored.total
    phaseIndex = restored.phaseIndex
    phase = record.target.plan?[restored.phaseIndex]
    payload = stored.payload
    taken = instant.wall
    switch restored.state {
    case .idle: (state, end) = (.idle, nil)
    case .running(let remaining): (state, end) = (.running, instant.wall + remaining)
    case .paused: (state, end) = (.paused, nil)
    case .overtime, .finished: (state, end) = (.finished, nil)
    }
  }
}

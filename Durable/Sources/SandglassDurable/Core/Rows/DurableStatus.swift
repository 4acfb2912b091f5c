public import SandglassCore

/// What is in the tables of a store, and who runs it.
public struct DurableStatus: Sendable, Hashable {
  /// A running store.
  public struct Node: Sendable, Hashable {
    /// Its name, which no other ever has.
    public let name: String

    /// When its lease ends, by the clock of the database.
    public let leaseEnd: WallMoment

    /// How many of the 16 shards it runs.
    public let shards: Int
  }

  /// How many countdowns are in each state.
  public internal(set) var countdowns: [CountdownState: Int] = [:]

  /// How many countdowns are due and have not been fired.
  public internal(set) var overdue = 0

  /// Since when the first of them is due.
  public internal(set) var overdueSince: WallMoment?

  /// How many events wait to be handled.
  public internal(set) var waitingEvents = 0

  /// Since when the first of them waits.
  public internal(set) var waitingSince: WallMoment?

  /// How many events were given up.
  public internal(set) var givenUpEvents = 0

  /// Whether firing is paused.
  public internal(set) var isPaused = false

  /// The nodes; empty for a store that has one.
  public internal(set) var nodes: [Node] = []

  /// The instant of this status, by the clock of the database.
  public let taken: WallMoment

  init(at taken: WallMoment) {
    self.taken = taken
  }
}

/// How much is in the outbox.
package struct OutboxDepth: Sendable, Hashable {
  package var waiting = 0

  /// When the first of them was fired.
  package var since: Moment?

  package var givenUp = 0
}

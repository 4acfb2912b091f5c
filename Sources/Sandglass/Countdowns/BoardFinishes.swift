import SandglassCore

/// Gathers the finishes of a board's rows, so that they are reported together.
///
/// Finishes that become due in one wake-up of the timekeeper, or in one call, are reported in one array. A finish is
/// handled once all closures have returned.
// Sendable: `gathered` is accessed only under the timekeeper's lock, and `board` is set once, by the board's
// initialiser, before any row can finish.
final class BoardFinishes<ID: Hashable & Sendable>: Gatherer, @unchecked Sendable {
  /// A finish that is waiting to be reported to the board.
  struct Finish: Sendable {
    let listener: RowListener<ID>
    let instant: PastMoment

    /// The number of the row's start in this process; zero if it was started by an earlier one.
    let startNumber: UInt64
    let delivery: (any PendingDelivery)?

    /// Finishes are reported in the order of their instants, and those of one instant in the order of the starts.
    fileprivate static func isBefore(_ one: Finish, _ other: Finish) -> Bool {
      (one.instant, one.startNumber, one.run) < (other.instant, other.startNumber, other.run)
    }

    private var run: Int { delivery?.run ?? 0 }
  }

  weak var board: CountdownBoard<ID>?
  private let timekeeper: Timekeeper
  private var gathered: [Finish] = []

  init(on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
  }

  /// Adds a finish, to be reported together with the others.
  func gather(_ finish: Finish, in state: inout TimekeeperState) {
    if gathered.isEmpty { state.willReport(self) }
    gathered.append(finish)
  }

  func reportGathered(in state: inout TimekeeperState) {
    let finishes = exchange(&gathered, with: [])
    state.enqueue(on: .theMain) { MainActor.assumeIsolated { self.deliver(finishes) } }
  }

  @MainActor
  private func deliver(_ finishes: [Finish]) {
    let wanted = timekeeper.perform { state, now in
      finishes.map { $0.listener.isActive && ($0.delivery?.begin(at: now) ?? true) }
    }
    let ids = zip(finishes, wanted).filter(\.1).map(\.0)
      .sorted(by: BoardFinishes.Finish.isBefore)
      .map(\.listener.id)
    let haveReceivers = ids.isEmpty ? false : board?.reportFinishes(of: ids) ?? false
    timekeeper.perform { state, _ in
      for (finish, isWanted) in zip(finishes, wanted) {
        // If no closure has received the finish, the listener is removed. Binding a closure later then adds a new
        // listener, and the finish of a kept row is reported again to that listener.
        if isWanted, !haveReceivers { finish.listener.deactivate() }
        finish.delivery?.report(isHandled: haveReceivers && isWanted, in: &state)
      }
    }
  }
}

/// Passes the finishes of one row on to the board's ``BoardFinishes``, which gathers them.
// Sendable: its superclass is Sendable, and `startNumber` is accessed only under the timekeeper's lock.
final class RowListener<ID: Hashable & Sendable>: CountdownBinding, @unchecked Sendable {
  let id: ID

  /// The number of the row's latest start. Starts are numbered across the whole board. Rows that finish at the same
  /// instant are reported in the order of these numbers.
  var startNumber: UInt64

  private let finishes: BoardFinishes<ID>

  init(
    _ id: ID, startNumber: UInt64, of board: ObjectIdentifier, into finishes: BoardFinishes<ID>,
    on timekeeper: Timekeeper
  ) {
    self.id = id
    self.startNumber = startNumber
    self.finishes = finishes
    super.init(.finish, owner: board, queue: .theMain, timekeeper: timekeeper) { _ in false }
  }

  override func report(
    _ event: CountdownEvent, delivery: (any PendingDelivery)?, in state: inout TimekeeperState
  ) {
    guard kind.wants(event), case .end(let end, _) = event else { return }
    delivery?.send()
    finishes.gather(
      BoardFinishes.Finish(
        listener: self, instant: end.instant, startNumber: startNumber, delivery: delivery),
      in: &state)
  }
}

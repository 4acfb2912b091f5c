#if DURABLE
  import Logging
  import Sandglass
  import SandglassCore
  import SandglassLedger

  /// Reads rows ahead of time, and fires each at its instant.
  final class Firing: Sendable {
    private let store: any DurableStore
    private let timekeeper: Timekeeper
    private let logger: Logger
    private let metrics = DurableMetrics()
    private let near = Locked(NearRows())
    private let readingBell: Bell
    private let firingBell: Bell
    private let isStopped = Locked(false)
    private let faults = FaultLog("A countdown cannot be read, and is left alone.")

    /// Is called after events were added to the outbox.
    private let fired: @Sendable () -> Void

    /// The rows that are fired in one transaction. The next transaction has what has become due during this one.
    private static let batch = 2_000

    /// How long to wait after the store has failed.
    private static let patience = RetryPolicy(
      attempts: 1_000, firstDelay: .milliseconds(100), longestDelay: .seconds(1))

    init(
      _ store: any DurableStore, on timekeeper: Timekeeper, logger: Logger,
      fired: @escaping @Sendable () -> Void
    ) {
      self.store = store
      self.timekeeper = timekeeper
      self.logger = logger
      self.fired = fired
      readingBell = Bell(on: timekeeper)
      firingBell = Bell(on: timekeeper)
    }

    /// Notes a row that a caller has changed.
    func learn(_ row: DurableRow) {
      near.withLock { $0.learn(row) }
      firingBell.ring()
    }

    /// Notes what the node runs.
    func hold(_ shards: HeldShards) {
      near.withLock { $0.hold(shards) }
      readingBell.ring()
    }

    /// Notes what others have changed.
    func learn(_ news: News) {
      near.withLock { near in
        if news.mustReadAll { near.readAll() }
        for row in news.changed { near.learn(row) }
      }
      if news.mustReadAll { readingBell.ring() }
      if !news.changed.isEmpty { firingBell.ring() }
    }

    func stop() {
      isStopped.withLock { $0 = true }
      readingBell.ring()
      firingBell.ring()
    }

    private var goesOn: Bool { !isStopped.withLock { $0 } && !Task.isCancelled }

    /// Reads rows ahead of time, until it is stopped.
    func readAhead() async {
      var failures = 0
      while goesOn {
        let now = store.now
        guard let fetch = near.withLock({ $0.beginFetch(at: now) }) else {
          await readingBell.wait(for: nil)
          continue
        }
        do {
          let page = try await store.rows(fetch)
          faults.note(page.faults, logger)
          near.withLock { $0.fetched(page, of: fetch) }
          if !page.rows.isEmpty { firingBell.ring() }
          failures = 0
        } catch {
          near.withLock { $0.fetchFailed(fetch) }
          await rest(after: error, failures: &failures, at: readingBell)
        }
      }
    }

    /// Fires what is due, until it is stopped. Of rows that fail together, fewer are fired at once, until only that which
    /// is at fault is set aside.
    func fireDue() async {
      var (failures, batch) = (0, Self.batch)
      while goesOn {
        let now = store.now
        let (rows, next) = near.withLock { near in
          (near.takeDue(at: now, atMost: batch), near.nextDue)
        }
        if rows.isEmpty {
          await firingBell.wait(for: next.map { $0 - now })
          continue
        }
        do {
          let current = try await store.fire(rows)
          note(current, firedFrom: rows)
          failures = 0
          batch = min(Self.batch, batch * 2)
        } catch {
          near.withLock { near in
            for row in rows {
              if rows.count == 1 {
                near.setAside(row, isAtFault: true, at: now)
              } else {
                near.learn(row)
              }
            }
          }
          if rows.count > 1 { batch = rows.count / 2 }
          if case .database(_, nil, _) = error {
            // The database has not answered, so the others would fail, too.
            await rest(after: error, failures: &failures, at: firingBell)
          } else {
            log(error)
          }
        }
      }
    }

    private func note(_ current: [DurableRow], firedFrom rows: [DurableRow]) {
      let now = store.now
      let (held, mustRead) = near.withLock { near in
        let before = Dictionary(uniqueKeysWithValues: rows.map { ($0.number, $0.version) })
        for row in current {
          if row.version == before[row.number], let due = row.due, due <= now {
            // Another transaction has locked it.
            near.setAside(row, isAtFault: false, at: now)
          } else {
            near.learn(row)
          }
        }
        return (near.count, near.nextFetch <= now)
      }
      fired()
      if mustRead { readingBell.ring() }
      metrics.held(held)
      // Those that were not fired are missing, or are without a new event.
      var place = 0
      for row in rows where place < current.count && current[place].number == row.number {
        if current[place].record.eventCount > row.record.eventCount, let due = row.due {
          metrics.fired(due: due, durable: now)
        }
        place += 1
      }
    }

    private func log(_ error: DurableError) {
      logger.error("The store has failed.", metadata: ["error": "\(error)"])
    }

    private func rest(after error: DurableError, failures: inout Int, at bell: Bell) async {
      failures += 1
      log(error)
      let delay = Self.patience.delay(
        afterFailures: min(failures, 999), random: .random(in: 0...1))
      let end = timekeeper.now + (delay ?? .seconds(1))
      while goesOn, timekeeper.now < end { await bell.wait(for: end - timekeeper.now) }
    }
  }
#endif

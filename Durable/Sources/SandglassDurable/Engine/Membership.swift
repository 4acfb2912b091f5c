#if DURABLE
  import Logging
  import Sandglass
  import SandglassCore

  /// Keeps the node's part of the shards, and tells the engine what the node runs.
  final class Membership: Sendable {
    private let store: any DurableStore
    private let timekeeper: Timekeeper
    private let logger: Logger
    private let bell: Bell
    private let isStopped = Locked(false)
    private let hold: @Sendable (Renewal) -> Void

    init(
      _ store: any DurableStore, on timekeeper: Timekeeper, logger: Logger,
      hold: @escaping @Sendable (Renewal) -> Void
    ) {
      self.store = store
      self.timekeeper = timekeeper
      self.logger = logger
      self.hold = hold
      bell = Bell(on: timekeeper)
    }

    func stop() {
      isStopped.withLock { $0 = true }
      bell.ring()
    }

    private var goesOn: Bool { !isStopped.withLock { $0 } && !Task.isCancelled }

    /// Renews the lease until it is stopped. If that fails, the node goes on with what it has: if another node takes
    /// that, the store refuses what this one fires.
    func renew() async {
      while goesOn {
        do {
          let renewal = try await store.renew()
          hold(renewal)
          guard let next = renewal.next else { return }
          // By the steady clock, because that of the database may be set back.
          let end = timekeeper.now + (next - store.now)
          while goesOn, timekeeper.now < end { await bell.wait(for: end - timekeeper.now) }
        } catch {
          logger.error("The lease cannot be renewed.", metadata: ["error": "\(error)"])
          await bell.wait(for: .milliseconds(500))
        }
      }
    }

    /// Gives back what the node has, so that others need not wait for the end of its lease.
    func leave() async {
      do {
        try await store.leave()
      } catch {
        logger.error("The lease cannot be ended.", metadata: ["error": "\(error)"])
      }
    }
  }
#endif

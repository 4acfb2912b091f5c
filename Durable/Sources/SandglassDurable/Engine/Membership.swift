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
    private let newsBell: Bell
    private let metrics = DurableMetrics()
    private let state = Locked(State())
    private let hold: @Sendable (HeldShards) -> Void
    private let learn: @Sendable (News) -> Void

    private struct State {
      var isStopped = false

      /// Whether the lease was renewed since the news were read.
      var mayHaveNews = false
    }

    init(
      _ store: any DurableStore, on timekeeper: Timekeeper, logger: Logger,
      hold: @escaping @Sendable (HeldShards) -> Void, learn: @escaping @Sendable (News) -> Void
    ) {
      self.store = store
      self.timekeeper = timekeeper
      self.logger = logger
      self.hold = hold
      self.learn = learn
      bell = Bell(on: timekeeper)
      newsBell = Bell(on: timekeeper)
    }

    func stop() {
      state.withLock { $0.isStopped = true }
      bell.ring()
      newsBell.ring()
    }

    private var goesOn: Bool { !state.withLock { $0.isStopped } && !Task.isCancelled }

    /// Renews the lease until it is stopped. If that fails, the node goes on with what it has: if another node takes
    /// that, the store refuses what this one fires.
    func renew() async {
      while goesOn {
        do {
          let renewal = try await store.renew()
          hold(renewal.shards)
          metrics.held(shards: renewal.shards)
          state.withLock { $0.mayHaveNews = true }
          newsBell.ring()
          guard let next = renewal.next else { return }
          // By the steady clock, because that of the database may be set back.
          let end = timekeeper.now + (next - store.now)
          while goesOn, timekeeper.now < end { await bell.wait(for: end - timekeeper.now) }
        } catch {
          // Another store has the file.
          if case .inUse = error { hold([:]) }
          logger.error("The lease cannot be renewed.", metadata: ["error": "\(error)"])
          await bell.wait(for: .milliseconds(500))
        }
      }
    }

    /// Reads what others have done, after each renewal, until it is stopped. The lease does not wait for it.
    func listen() async {
      while goesOn {
        let mayHaveNews = state.withLock { state in
          defer { state.mayHaveNews = false }
          return state.mayHaveNews
        }
        guard mayHaveNews else {
          await newsBell.wait(for: nil)
          continue
        }
        do {
          learn(try await store.news())
        } catch {
          logger.error("The news cannot be read.", metadata: ["error": "\(error)"])
          state.withLock { $0.mayHaveNews = true }
          await newsBell.wait(for: .milliseconds(500))
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

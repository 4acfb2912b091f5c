#if POSTGRESQL
  import Foundation
  import Sandglass
  import SandglassCore

  /// What a store is among the nodes: its name, and what it runs.
  final class PostgreSQLNode: Sendable {
    /// What the node knows of what others have done.
    struct Seen: Sendable {
      /// What was committed.
      let snapshot: PostgreSQLSnapshot

      /// The last event of each shard.
      let events: [Int64]
    }

    /// No other node ever has the same name.
    let name = UUID().uuidString

    let lease: Duration
    private let state = Locked((held: HeldShards(), seen: Seen?.none))

    init(lease: Duration) {
      self.lease = lease
    }

    /// The shards that the node runs.
    var held: HeldShards { state.withLock { $0.held } }

    var shards: [Int64] { held.keys.sorted().map { Int64($0) } }

    /// The shard of a new countdown. It is one of the node's own, so that the node need not wait to hear of it.
    var shardForNew: Int64 {
      Int64(held.keys.randomElement() ?? Int.random(in: 0..<Shards.count))
    }

    func hold(_ shards: HeldShards) { state.withLock { $0.held = shards } }

    var seen: Seen? { state.withLock { $0.seen } }

    /// Notes what was committed before the node runs anything, so that it hears of everything after that.
    func begin(at snapshot: PostgreSQLSnapshot) {
      state.withLock { $0.seen = $0.seen ?? Seen(snapshot: snapshot, events: []) }
    }

    func note(_ seen: Seen) { state.withLock { $0.seen = seen } }
  }

  /// Which transactions had been committed at some time: all before `end` that were not in progress.
  struct PostgreSQLSnapshot: Sendable, Hashable {
    let end: UInt64
    let inProgress: [UInt64]

    /// Reads the text of a `pg_snapshot`, such as `10:20:10,14`.
    init?(_ text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, let end = UInt64(parts[1]) else { return nil }
      self.end = end
      inProgress = parts[2].split(separator: ",").compactMap { UInt64($0) }
    }
  }
#endif

#if POSTGRESQL
  import Foundation
  import Sandglass
  import SandglassCore

  /// What a store is among the nodes: its name, and what it runs.
  final class PostgreSQLNode: Sendable {
    /// What others may have done.
    struct News: Sendable {
      /// What comes later is done by this transaction or a later one.
      let oldest: Int64

      var changed: [DurableRow] = []

      /// The last event of each shard.
      var events: [Int64] = []
    }

    private struct State {
      var held: HeldShards = [:]
      var news: News?
    }

    /// No other node ever has the same name.
    let name = UUID().uuidString

    let lease: Duration
    private let state = Locked(State())

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

    /// From which transaction on others may have done something that the node does not know.
    var oldest: Int64? { state.withLock { $0.news?.oldest } }

    /// Notes what others have done. Returns whether there may be events of theirs.
    func note(_ news: News) -> Bool {
      state.withLock { state in
        defer { state.news = News(oldest: news.oldest, events: news.events) }
        return state.news?.events != news.events
      }
    }
  }
#endif

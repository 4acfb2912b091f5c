#if DURABLE
  import Metrics
  import SandglassCore

  /// What the engine tells swift-metrics.
  struct DurableMetrics: Sendable {
    /// From the instant at which something was due to the instant at which that was on disk.
    private let lateness = Timer(label: "sandglass_durable_lateness")

    /// From the instant at which an event was due to the return of its handler.
    private let handled = Timer(label: "sandglass_durable_handled_after")

    private let failures = Counter(label: "sandglass_durable_handler_failures")
    private let givenUp = Counter(label: "sandglass_durable_given_up")

    /// The rows that are held because they are due soon.
    private let near = Gauge(label: "sandglass_durable_near_rows")

    private let retries = Counter(label: "sandglass_durable_retries")

    /// The node's part of the outbox, and for how many seconds the first event of it waits.
    private let outbox = Gauge(label: "sandglass_durable_outbox")
    private let outboxAge = Gauge(label: "sandglass_durable_outbox_age")

    private let heldShards = Gauge(label: "sandglass_durable_held_shards")

    func fired(due: Moment, durable: Moment) {
      lateness.recordNanoseconds((durable - due).column)
    }

    func wasHandled(due: Moment, at now: Moment) {
      handled.recordNanoseconds((now - due).column)
    }

    func failed(isGivenUp: Bool) {
      failures.increment()
      if isGivenUp { givenUp.increment() } else { retries.increment() }
    }

    func held(shards: HeldShards) { heldShards.record(shards.count) }

    func waits(_ depth: OutboxDepth, at now: Moment) {
      outbox.record(depth.waiting)
      let age = depth.since.map { now - $0 } ?? .zero
      outboxAge.record(Double(age.column) / 1e9)
    }

    func held(_ count: Int) { near.record(count) }
  }
#endif

import CPeers

/// The random phases of timers that tick once a second, in nanoseconds.
struct LivePhases {
  private var random = random_sequence(state: 6)

  /// Returns the phase of the next timer.
  mutating func next() -> Int64 {
    Int64(random_below(&random, 1_000_000_000))
  }
}

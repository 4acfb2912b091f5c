package import SandglassCore

extension Countdown {
  /// The instant at which it finishes unless something is done about it; nil unless it runs.
  ///
  /// Nobody is noted as looking. It may lie later than the true one, by the time between two
  /// readings of the clock.
  package var deadline: Moment? {
    let reading = peek()
    return reading.state == .running ? timekeeper.now + reading.remaining : nil
  }
}

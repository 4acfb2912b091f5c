import Sandglass

// What keys do to a countdown. Each method returns what undoes it, or nil if nothing was changed.

extension RunningCountdown {
  func pause() -> Undo? { countdown.pause() ? .resume : nil }

  func resume() -> Undo? { countdown.resume() ? .pause : nil }

  func extend(by duration: Duration) -> Undo? {
    countdown.extend(by: duration) ? .extend(.zero - duration) : nil
  }

  /// Takes time, but leaves at least a second.
  func shorten(by duration: Duration) -> Undo? {
    let taken = KeptOperation.shortening(by: duration, of: countdown.remaining)
    return taken > .zero && countdown.shorten(by: taken) ? .extend(taken) : nil
  }

  func skip() -> Undo? {
    let undo = position
    return countdown.skip() ? undo : nil
  }

  func back() -> Undo? {
    let undo = position
    return countdown.back() ? undo : nil
  }

  func undo(_ undo: Undo) {
    switch undo {
    case .pause: countdown.pause()
    case .resume: countdown.resume()
    case .extend(let duration) where duration < .zero: _ = shorten(by: .zero - duration)
    case .extend(let duration): countdown.extend(by: duration)
    case .phase(let index, let remaining): go(to: index, remaining)
    }
  }

  private var position: Undo { .phase(countdown.phaseIndex, remaining: countdown.remaining) }

  private func go(to index: Int, _ remaining: Duration) {
    if countdown.phaseIndex > index { countdown.back() }
    if countdown.phaseIndex < index { countdown.skip() }
    guard countdown.phaseIndex == index else { return }
    countdown.extend(by: remaining - countdown.remaining)
  }
}

import Foundation

/// Foundation's timers on the run loop of the thread that uses them.
struct FoundationTimers: MovingTimerEngine {
  private let runLoop = RunLoop.current
  private let silence = Silence()
  private let origin = Date()

  static var greatestCountToCancel: Int { 1000 }

  func arm(_ number: Int, delay: UInt64) -> Timer {
    let timer = Timer(fire: instant(after: delay), interval: 0, repeats: false) { [silence] _ in
      silence.broken(by: number)
    }
    runLoop.add(timer, forMode: .default)
    return timer
  }

  func cancel(_ handle: Timer) {
    handle.invalidate()
  }

  func move(_ handle: Timer, delay: UInt64) {
    handle.fireDate = instant(after: delay)
  }

  private func instant(after delay: UInt64) -> Date {
    origin.addingTimeInterval(Double(delay) / 1e9)
  }
}

/// A naive model of a stopwatch, which adds up durations.
package struct PlainRun: Equatable, Sendable {
  package enum Operation: CaseIterable, Sendable {
    case start, stop, resume, lap, reset, setToZero

    package static func random(using random: inout SeededGenerator) -> Operation {
      // It is reset only some of the time, so that it is rarely idle.
      if random.once(in: 8) { return random.once(in: 2) ? .reset : .setToZero }
      return [.start, .stop, .resume, .lap][random.number(0...3)]
    }
  }

  /// An operation and the time of its call.
  package struct Call: Sendable {
    let operation: Operation
    let time: Duration

    package init(_ operation: Operation, at time: Duration) {
      self.operation = operation
      self.time = time
    }
  }

  package private(set) var isStarted = false
  package private(set) var isRunning = false
  package private(set) var total = Duration.zero
  package private(set) var laps: [Duration] = []

  package init() {}

  package init(isStarted: Bool, isRunning: Bool, total: Duration, laps: [Duration]) {
    self.isStarted = isStarted
    self.isRunning = isRunning
    self.total = total
    self.laps = laps
  }

  /// Performs calls one after the other. None takes effect before the one before it.
  package init(_ calls: [Call], at now: Duration) {
    var clock = Duration.zero
    for call in calls {
      var next = self
      let time = isStarted ? max(call.time, clock) : call.time
      next.go(by: time - clock)
      guard next.apply(call.operation) else { continue }
      (self, clock) = (next, time)
    }
    go(by: now - clock)
  }

  package mutating func go(by duration: Duration) {
    if isRunning { total += duration }
  }

  /// Applies an operation. Returns whether it changes anything.
  package mutating func apply(_ operation: Operation) -> Bool {
    switch operation {
    case .start where !isRunning, .resume where isStarted && !isRunning:
      (isStarted, isRunning) = (true, true)
    case .stop where isRunning: isRunning = false
    case .lap where isRunning: laps.append(total - laps.reduce(.zero, +))
    case .reset where isStarted: self = PlainRun()
    case .setToZero where isRunning || total > .zero || !laps.isEmpty:
      self = PlainRun(isStarted: true, isRunning: false, total: .zero, laps: [])
    default: return false
    }
    return true
  }
}

import SandglassCore

/// What JavaScript reads after each call: one event after another, each as ``Events/width`` numbers.
struct Events {
  /// The number of numbers in an event.
  static let width = 10

  private var numbers: [Double] = []

  var count: Int { numbers.count / Self.width }

  mutating func removeAll() { numbers.removeAll(keepingCapacity: true) }

  /// The address of the numbers, which is valid until the next call.
  var address: UInt {
    numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  /// The first number of an event. `Kind` in `events.js` has the same cases.
  enum Kind: Double {
    case reading, milestone, phaseEnd, change, finish, cancel, stopwatch
  }

  mutating func append(_ event: CountdownEvent, of countdown: Int32) {
    switch event {
    case .reading(let reading):
      append(.reading, countdown, reading)
    case .milestone(let reached, let reading):
      append(.milestone, countdown, reading, reached.remaining.milliseconds)
    case .phaseEnd(let end, let reading):
      append(
        .phaseEnd, countdown, reading, end.moment.milliseconds, missed: end.missed,
        phaseIndex: end.index)
    case .change(let kind, let reading):
      append(.change, countdown, reading, kind.number)
    case .end(let end, let reading):
      append(
        end.outcome == .finished ? .finish : .cancel, countdown, reading, end.moment.milliseconds,
        missed: end.missed)
    }
  }

  mutating func append(
    _ kind: Kind, _ countdown: Int32, _ reading: Reading, _ detail: Double = 0, missed: Int? = nil,
    phaseIndex: Int? = nil
  ) {
    append(
      kind, countdown, reading.state.number, Double(reading.wideShown),
      Double(missed ?? reading.missed), reading.remaining.milliseconds, reading.total.milliseconds,
      reading.overtime.milliseconds, Double(phaseIndex ?? reading.phaseIndex), detail)
  }

  mutating func append(_ reading: StopwatchReading, of stopwatch: Int32) {
    append(
      .stopwatch, stopwatch, reading.state.number, reading.shownTime.milliseconds,
      Double(reading.missed), reading.elapsed.milliseconds, Double(reading.laps.count),
      reading.currentLap.duration.milliseconds, reading.currentLap.shownTime.milliseconds, 0)
  }

  private mutating func append(
    _ kind: Kind, _ index: Int32, _ state: Double, _ shown: Double, _ missed: Double,
    _ time: Double, _ total: Double, _ overtime: Double, _ phaseIndex: Double, _ detail: Double
  ) {
    numbers.append(kind.rawValue)
    numbers.append(Double(index))
    numbers.append(state)
    numbers.append(shown)
    numbers.append(missed)
    numbers.append(time)
    numbers.append(total)
    numbers.append(overtime)
    numbers.append(phaseIndex)
    numbers.append(detail)
  }
}

// WebAssembly without shared memory has one thread, so nothing races for this variable or for the other global ones of
// the module.
nonisolated(unsafe) var events = Events()

@_expose(wasm, "events_count") @_cdecl("events_count")
func eventsCount() -> Int { events.count }

@_expose(wasm, "events_address") @_cdecl("events_address")
func eventsAddress() -> UInt { events.address }

@_expose(wasm, "events_clear") @_cdecl("events_clear")
func eventsClear() { events.removeAll() }

// MARK: - Cases as numbers, in the order of the names in `events.js`

extension CountdownState {
  var number: Double {
    switch self {
    case .idle: 0
    case .running: 1
    case .paused: 2
    case .overtime: 3
    case .finished: 4
    }
  }
}

extension StopwatchState {
  var number: Double {
    switch self {
    case .idle: 0
    case .running: 1
    case .stopped: 2
    }
  }
}

extension CountdownChange.Kind {
  fileprivate var number: Double {
    switch self {
    case .started: 0
    case .paused: 1
    case .resumed: 2
    case .extended: 3
    case .corrected: 4
    case .wentBack: 5
    case .overtimeStopped: 6
    case .undone, .milestone, .phaseEnded, .finished, .overtime, .reset, .cancelled, .pausedAsleep:
      7
    }
  }
}

import CPeers

/// The workload of rows P1 and P2: operations on many timers, none of which is due.
///
/// `Outstanding.h` is the same workload for engines in C. Every engine gets the same random delays
/// and the same random timers to rearm and to move.
struct OutstandingTimers<Engine: TimerEngine & ~Copyable>: ~Copyable {
  private static var operations: Int { 1_000_000 }
  private static var operationsPerLook: Int { 1000 }

  private var engine: Engine
  /// A raw buffer, as in C, because an array would check for uniqueness at each change.
  private let handles: UnsafeMutablePointer<Engine.Handle>
  private var handleCount = 0
  private let count: Int
  private let seconds: Double
  private let rounds: Int

  /// The maximum duration of a round, except for arming all timers once.
  private var secondsOfRound: Double { seconds / Double(rounds) }

  init(_ engine: consuming Engine, _ request: Request) {
    self.engine = engine
    count = request.count
    seconds = request.seconds
    rounds = request.rounds
    handles = .allocate(capacity: request.count)
  }

  deinit {
    handles.deinitialize(count: handleCount)
    handles.deallocate()
  }

  // The timing methods are not inlined, so that a profile shows the operations separately.

  /// Times arming, cold and warm, and rearming, and measures the memory of a timer with its handle.
  mutating func measure() -> Figures {
    let bytesBefore = allocated_bytes()
    let stopwatch = Stopwatch()
    armAll()
    let cold = stopwatch.nanoseconds / Double(count)
    let handle = MemoryLayout<Engine.Handle>.stride
    let bytes = Double(handle) + Double(allocated_bytes() - bytesBefore) / Double(count)
    return [
      "armCold": cold, "bytes": bytes, "arm": timeArming() ?? cold,
      "rearm": leastOfRounds(seed: 3) { timers, random in timers.timeRearming(&random) },
    ]
  }

  /// Returns the minimum time per operation over several rounds. Stops early if the rounds exceed
  /// their total time.
  private mutating func leastOfRounds(
    seed: UInt64, _ time: (inout Self, inout random_sequence) -> Double
  ) -> Double {
    var random = random_sequence(state: seed)
    var least = Double.infinity
    let stopwatch = Stopwatch()
    for _ in 0..<rounds {
      least = min(least, time(&self, &random))
      if stopwatch.seconds > seconds { break }
    }
    return least
  }

  private mutating func armAll() {
    var random = random_sequence(state: 1)
    for number in 0..<count {
      (handles + number).initialize(to: engine.arm(number, delay: random_delay(&random)))
    }
    handleCount = count
    engine.settle()
  }

  private mutating func timeArming() -> Double? {
    guard count <= Engine.greatestCountToCancel else { return nil }
    return leastOfRounds(seed: 2) { timers, random in timers.timeArming(&random) }
  }

  @inline(never)
  private mutating func timeArming(_ random: inout random_sequence) -> Double {
    var spent = 0.0
    var operations = 0
    repeat {
      cancelAll()
      let stopwatch = Stopwatch()
      for number in 0..<count {
        handles[number] = engine.arm(number, delay: random_delay(&random))
      }
      engine.settle()
      spent += stopwatch.nanoseconds
      operations += count
    } while operations < Self.operations && spent < secondsOfRound * 1e9
    return spent / Double(operations)
  }

  private mutating func cancelAll() {
    for number in 0..<count { engine.cancel(handles[number]) }
    engine.settle()
  }

  @inline(never)
  private mutating func timeRearming(_ random: inout random_sequence) -> Double {
    let stopwatch = Stopwatch()
    var operations = 0
    repeat {
      for _ in 0..<Self.operationsPerLook {
        let number = Int(random_below(&random, UInt64(count)))
        engine.cancel(handles[number])
        handles[number] = engine.arm(number, delay: random_delay(&random))
      }
      operations += Self.operationsPerLook
    } while operations < Self.operations && stopwatch.seconds < secondsOfRound
    engine.settle()
    return stopwatch.nanoseconds / Double(operations)
  }
}

extension OutstandingTimers where Engine: MovingTimerEngine & ~Copyable {
  /// Also times moving.
  mutating func measureWithMoving() -> Figures {
    var figures = measure()
    figures["move"] = leastOfRounds(seed: 4) { timers, random in
      timers.timeMoves(&random)
    }
    return figures
  }

  @inline(never)
  private mutating func timeMoves(_ random: inout random_sequence) -> Double {
    let stopwatch = Stopwatch()
    var operations = 0
    repeat {
      for _ in 0..<Self.operationsPerLook {
        let number = Int(random_below(&random, UInt64(count)))
        engine.move(handles[number], delay: random_delay(&random))
      }
      operations += Self.operationsPerLook
    } while operations < Self.operations && stopwatch.seconds < secondsOfRound
    engine.settle()
    return stopwatch.nanoseconds / Double(operations)
  }
}

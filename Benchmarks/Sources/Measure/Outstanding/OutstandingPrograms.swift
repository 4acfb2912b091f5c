import CPeers

/// The programs of the workload `outstanding`, one for each engine.
enum OutstandingPrograms {
  static let all: [String: Program] = [
    "timing-wheel": { request in
      var timers = OutstandingTimers(WheelTimers(), request)
      var figures = timers.measureWithMoving()
      let payload = Double(MemoryLayout<Int>.size)
      figures["bytesBeyondPayload"] = figures["bytes"].map { $0 - payload }
      return figures
    },
    "heap": { request in
      var timers = OutstandingTimers(HeapTimers(), request)
      return timers.measureWithMoving()
    },
    "timekeeper": { request in
      var timers = OutstandingTimers(TimekeeperTimers(), request)
      return timers.measureWithMoving()
    },
    "timing-wheel-locked": { request in
      var timers = OutstandingTimers(LockedWheelTimers(), request)
      return timers.measureWithMoving()
    },
    "timeouts": { request in
      var timers = OutstandingTimers(TimeoutsTimers(), request)
      return timers.measureWithMoving()
    },
    "dispatch-source": { request in
      var timers = OutstandingTimers(DispatchTimers(), request)
      return timers.measureWithMoving()
    },
    "foundation-timer": { request in
      var timers = OutstandingTimers(FoundationTimers(), request)
      return timers.measureWithMoving()
    },
    "task-sleep": { request in
      var timers = OutstandingTimers(TaskTimers(), request)
      return timers.measure()
    },
    "async-timer-sequence": { request in
      var timers = OutstandingTimers(AsyncSequenceTimers(), request)
      return timers.measure()
    },
    "nio-task": { request in
      onEventLoop { loop in
        var timers = OutstandingTimers(EventLoopTaskTimers(on: loop), request)
        return timers.measure()
      }
    },
    "nio-callback": { request in
      onEventLoop { loop in
        var timers = OutstandingTimers(EventLoopCallbackTimers(on: loop), request)
        return timers.measure()
      }
    },
    "libev": { request in
      fromC(request, libev_outstanding)
    },
    "floor": { request in
      fromC(request, floor_outstanding)
    },
    "floor-padded": { request in
      fromC(request, floor_padded_outstanding)
    },
    "floor-locked": { request in
      fromC(request, floor_locked_outstanding)
    },
    "libuv": { request in
      fromC(request, libuv_outstanding)
    },
  ]

  /// The programs of the workload `contention`.
  static let contention: [String: Program] = [
    "one-thread": { request in Contention(request, threads: 1).measure() },
    "two-threads": { request in Contention(request, threads: 2).measure() },
  ]

  /// The programs of the workload `endurance`.
  static let endurance: [String: Program] = [
    "timekeeper": { request in Endurance.measure(request) }
  ]

  private static func fromC(
    _ request: Request,
    _ measure: (outstanding_request, UnsafeMutablePointer<outstanding_figures>) -> Void
  ) -> Figures {
    var figures = outstanding_figures()
    measure(
      outstanding_request(
        count: Int32(request.count), seconds: request.seconds, rounds: Int32(request.rounds)),
      &figures)
    return [
      "armCold": figures.arm_cold, "arm": figures.arm, "rearm": figures.rearm,
      "move": figures.move, "bytes": figures.bytes,
    ]
  }
}

import CPeers

/// The programs of the workload `firing`, one for each engine.
enum FiringPrograms {
  static let all: [String: Program] = [
    "timekeeper": timekeeper,
    "timeouts": timeouts,
    "dispatch-source": dispatchSource,
    "task-sleep": taskSleep,
    "foundation-timer": foundationTimer,
    "nio-task": nioTask,
    "nio-callback": nioCallback,
    "libev": { request in fromC(request, libev_firing) },
    "libuv": { request in fromC(request, libuv_firing) },
    "floor": { request in fromC(request, floor_firing) },
    "floor-closures": { request in fromC(request, floor_closures_firing) },
  ]

  private static func fromC(
    _ request: Request, _ measure: (Int32, UnsafeMutablePointer<firing_figures>) -> Void
  ) -> Figures {
    var figures = firing_figures()
    measure(Int32(request.count), &figures)
    return [
      "processor": figures.processor_nanoseconds, "latest": figures.latest_seconds * 1e3,
      "early": Double(figures.early),
    ]
  }
}

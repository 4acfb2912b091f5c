import CPeers

/// Row P10: the time from the start to the end of a process.
enum ProcessProgram {
  static let all: [String: Program] = [
    "hello-world": { request in measure(request, [".build/hello/world"]) },
    "hello-libraries": { request in measure(request, [".build/hello/libraries"]) },
    "hello-world-static": { request in measure(request, [".build/hello/world-static"]) },
    "sandglass": { request in
      measure(request, [".build/command/release/sandglass-cli", "--help"])
    },
    "sandglass-static": { request in
      measure(request, [".build/command-static/release/sandglass-cli", "--help"])
    },
  ]

  private static func measure(_ request: Request, _ words: [String]) -> Figures {
    let times = (0..<request.count).map { _ in
      let stopwatch = Stopwatch()
      guard run_process(words[0], words.count > 1 ? words[1] : nil) == 0 else {
        Measure.stop("\(words[0]) cannot be run, or failed.")
      }
      return stopwatch.nanoseconds / 1e6
    }
    return ["milliseconds": times.sorted()[times.count / 2]]
  }
}

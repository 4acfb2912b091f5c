import Foundation

/// Runs the measured programs, one process after the other.
struct Runner {
  private let plan: Plan

  init(_ plan: Plan) {
    self.plan = plan
  }

  /// Runs every program once in each repetition, so that a temporary slowdown of the machine
  /// affects all programs.
  func run() -> Samples {
    var samples = Samples()
    for repetition in 1...plan.repetitions {
      for subject in plan.subjects {
        log("\(repetition) of \(plan.repetitions): \(subject)")
        samples.add(run(subject), of: subject)
      }
    }
    return samples
  }

  /// Runs one program. Returns nil if it fails.
  private func run(_ subject: Subject) -> [String: Double]? {
    let seconds = subject.workload.seconds(isQuick: plan.isQuick)
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [
      subject.workload.rawValue, subject.engine, String(subject.count), String(seconds),
    ]
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      log("\(subject) cannot be run: \(error)")
      return nil
    }
    // No program takes this long unless it hangs or does not keep up with its own timers.
    let limit = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: limit)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    limit.cancel()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      log("\(subject) failed.")
      return nil
    }
    return figures(text)
  }

  private func figures(_ text: String) -> [String: Double] {
    var figures: [String: Double] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let value = Double(words[1]) else { continue }
      figures[String(words[0])] = value
    }
    return figures
  }
}

import Sandglass
import SandglassCore
import SandglassTrustedTime
import SandglassTrustedTimeCore

/// Eight requests over a path, several times.
struct Measurement {
  /// The requests of each repetition.
  static let requests = AskingPace.longestBurst

  private let path: NetworkPath
  private let pace: AskingPace
  private let repetitions: Int
  private(set) var readings: [ComparedReading] = []
  private(set) var answers = 0

  /// Measures. The repetitions start 0.2 s after each other and may overlap, but their requests do not coincide.
  init(
    of path: NetworkPath, to server: UInt16, pace: AskingPace, repetitions: Int
  ) async throws {
    self.path = path
    self.pace = pace
    self.repetitions = repetitions
    let start = Timekeeper.shared.now
    try await withThrowingTaskGroup { group in
      for number in 0..<repetitions {
        group.addTask {
          try await Timekeeper.shared.sleep(until: start + .milliseconds(200) * number)
          return try await Self.repetition(of: path, to: server, pace: pace, seed: UInt64(number))
        }
      }
      for try await (reading, answers) in group {
        if let reading { readings.append(reading) }
        self.answers += answers
      }
    }
  }

  private static func repetition(
    of path: NetworkPath, to server: UInt16, pace: AskingPace, seed: UInt64
  ) async throws -> (reading: ComparedReading?, answers: Int) {
    var proxy: DelayingProxy?
    if let out = path.out, let back = path.back {
      proxy = try DelayingProxy(
        to: server, out: out, back: back, percentLost: path.percentLost, seed: seed)
    }
    defer { proxy?.stop() }
    let paced = PacedServer(
      NTPServer("127.0.0.1", port: proxy?.port ?? server, timeout: .seconds(1)), pace: pace)
    let clock = TrustedClock(asking: paced)
    await clock.synchronize()
    return (ComparedReading(of: clock), paced.answers)
  }

  /// Whether every interval contains the true time. A clock without an interval makes no false claim.
  var isTruthInside: Bool { readings.allSatisfy(\.isTruthInside) }

  var isMet: Bool {
    isTruthInside && readings.count == repetitions
      && readings.allSatisfy { $0.halfWidth <= path.goal }
  }
}

// MARK: - The table

extension Measurement {
  static let header = """
    | Path | Requests | Answers | Half-width, median / worst, ms | Goal, ms | Error of the middle, \
    median / worst, ms | True time inside | |
    | --- | --- | --- | --- | --- | --- | --- | --- |
    """

  var row: String {
    let cells = [
      path.name, pace.spacing == .zero ? "back to back" : "2 s apart",
      "\(answers) of \(repetitions * Self.requests)", medianAndWorst(\.halfWidth),
      "≤ \(text(path.goal))", medianAndWorst(\.error),
      "\(readings.count(where: \.isTruthInside)) of \(repetitions)", isMet ? "met" : "**missed**",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private func medianAndWorst(_ value: (ComparedReading) -> Duration) -> String {
    let values = readings.map(value).sorted()
    let worst = values.max { abs($0) < abs($1) }
    guard let worst else { return "–" }
    return "\(text(values[values.count / 2])) / \(text(worst))"
  }

  private func abs(_ duration: Duration) -> Duration { max(duration, .zero - duration) }

  private func text(_ duration: Duration) -> String { milliseconds(duration, decimals: 3) }
}

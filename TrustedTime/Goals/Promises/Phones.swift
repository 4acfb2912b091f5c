import SandglassCore
import SandglassTrustedTimeCore

/// T4: phones with wrong clocks that count down to the same end, according to the latest possible
/// time.
enum Phones {
  static func table(phones: Int, _ random: inout Random) -> (text: String, goal: Goal) {
    let even = ends(phones, Path(38, 38, jitter: 4), wait: .zero, &random)
    let uneven = ends(phones, Path(68, 8, jitter: 4), wait: .zero, &random)
    let later = ends(phones, Path(38, 38, jitter: 4), wait: .seconds(400), &random)
    let all = [even, uneven, later]
    let error = grouped(Int((even.naive / .milliseconds(1)).rounded()))
    let text = """
      | Path | Median, ms early | 99th percentile, ms early | Worst, ms early | Late | Early by more than the width |
      | --- | --- | --- | --- | --- | --- |
      | symmetric | \(even.text) |
      | 70 ms out, 10 ms back | \(uneven.text) |
      | symmetric, 400 s after the samples | \(later.text) |

      By the phones' own clocks, the error would be up to \(error) ms.
      """
    let goal = Goal(
      number: "T4",
      what:
        "\(grouped(phones)) phones whose wall clocks are off by up to 10 min count down to the same end, with a round "
        + "trip of 80 ms",
      goal:
        "never late, and never early by more than the interval's width; on a symmetric path, 99 % at most 50 ms early "
        + "after 8 samples",
      measured: "the second table",
      isMet: all.allSatisfy { $0.late == 0 && $0.beyondBound == 0 }
        && even.percentile(99) <= .milliseconds(50))
    return (text, goal)
  }

  struct Ends {
    var early: [Duration] = []
    var late = 0
    var beyondBound = 0
    var naive = Duration.zero

    func percentile(_ percent: Int) -> Duration {
      early.sorted()[min(early.count - 1, early.count * percent / 100)]
    }

    var text: String {
      "\(milliseconds(percentile(50))) | \(milliseconds(percentile(99))) | \(milliseconds(percentile(100))) | "
        + "\(late) | \(beyondBound)"
    }
  }

  private static func ends(
    _ phones: Int, _ path: Path, wait: Duration, _ random: inout Random
  ) -> Ends {
    var ends = Ends()
    for _ in 0..<phones {
      let wrong = Duration.milliseconds(random.number(-600_000...600_000))
      ends.naive = max(ends.naive, abs(wrong / .milliseconds(1)) * .milliseconds(1))
      var device = SimulatedDevice(drift: random.number(-50...50))
      var machine = TrustedTimeMachine(servers: 1)
      for _ in 0..<8 {
        if let sample = device.ask(path, &random) { try? machine.add(sample, from: 0) }
      }
      device.pass(wait + random.duration(.zero ... .seconds(1)))
      let end = device.truth + .seconds(1)
      guard let lapse = lapse(until: end, machine, device.now) else { continue }
      let early = end - device.truth(after: lapse)
      ends.early.append(early)
      if early < .zero { ends.late += 1 }
      let interval = machine.reading(at: device.now + lapse).interval
      if let interval, early > interval.upperBound - interval.lowerBound { ends.beyondBound += 1 }
    }
    return ends
  }

  /// Returns the time on the steady clock until the latest possible time reaches the end.
  private static func lapse(
    until end: WallMoment, _ machine: TrustedTimeMachine, _ now: Moment
  ) -> Duration? {
    var (low, high) = (Duration.zero, Duration.seconds(2))
    for _ in 0..<40 {
      let middle = (low + high) / 2
      guard let latest = machine.reading(at: now + middle).latest else { return nil }
      if latest < end { low = middle } else { high = middle }
    }
    return high
  }
}

func * (number: Double, duration: Duration) -> Duration { duration * Int(number.rounded()) }

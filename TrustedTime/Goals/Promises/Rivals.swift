import SandglassCore
import SandglassTrustedTimeCore

/// T9: methods that apps use, and Kronos's algorithm, on the same paths.
enum Rivals {
  private struct Row {
    let name: String
    var errors: [Duration] = []
    var inside = 0
    var statesBound = false

    mutating func add(_ estimate: WallMoment?, _ truth: WallMoment) {
      if let estimate { errors.append(estimate - truth) }
    }

    var text: String {
      let sizes = errors.map { max($0, .zero - $0) }
      let mean = (errors.reduce(.zero, +)) / max(1, errors.count)
      let share = statesBound ? percent(inside, of: errors.count) : "no bound"
      return "\(milliseconds(mean)) | \(milliseconds(sizes.max() ?? .zero)) | \(share)"
    }
  }

  static func table(trials: Int, _ random: inout Random) -> (text: String, goal: Goal) {
    let ways: [(String, Path)] = [
      ("direct", Path(0, 0, jitter: 1)),
      ("40 ms out, 40 ms back", Path(40, 40, jitter: 4)),
      ("70 ms out, 10 ms back", Path(70, 10, jitter: 4)),
      ("100 ms, up to 200 ms more, 36 % lost", Path(50, 50, jitter: 100, percentLost: 36)),
    ]
    var lines = [
      "| Path | Method | Mean error, ms | Worst error, ms | True time inside the bound |",
      "| --- | --- | --- | --- | --- |",
    ]
    var isAllInside = true
    for (way, path) in ways {
      let rows = run(trials, path, &random)
      for row in rows { lines.append("| \(way) | \(row.name) | \(row.text) |") }
      isAllInside =
        isAllInside && rows.allSatisfy { !$0.statesBound || $0.inside == $0.errors.count }
    }
    let goal = Goal(
      number: "T9", what: "what apps do today, and Kronos's algorithm, over the same paths",
      goal:
        "a comparison in one table, in which every interval of a `TrustedClock` contains the true time",
      measured: "the third table", isMet: isAllInside)
    return (lines.joined(separator: "\n"), goal)
  }

  private static func run(_ trials: Int, _ path: Path, _ random: inout Random) -> [Row] {
    var date = Row(name: "the `Date` header as received")
    var json = Row(name: "JSON, plus half the round trip")
    var kronos = Row(name: "Kronos's algorithm: 5 servers, 4 samples each")
    var one = Row(name: "`TrustedClock`, one server, 8 samples", statesBound: true)
    var five = Row(name: "`TrustedClock`, 5 servers, 4 samples each", statesBound: true)
    for _ in 0..<trials {
      var device = SimulatedDevice(drift: random.number(-50...50))
      device.pass(random.duration(.zero ... .seconds(10)))
      let first = asked(1, path, &device, &random).first
      if let first {
        date.add(
          WallMoment(
            secondsSince1970: first.serverSent.timeSince1970.components.seconds),
          device.truth)
        json.add(first.serverSent + (first.received - first.sent) / 2, device.truth)
      }
      var machine = TrustedTimeMachine(servers: 1)
      for sample in asked(8, path, &device, &random) { try? machine.add(sample, from: 0) }
      judge(machine.reading(at: device.now), device.truth, &one)

      var several = TrustedTimeMachine(servers: 5)
      var offsets: [Duration] = []
      for server in 0..<5 {
        let samples = asked(4, path, &device, &random)
        for sample in samples { try? several.add(sample, from: server) }
        if let best = samples.map(Measured.init).min(by: { $0.delay < $1.delay }) {
          offsets.append(best.offset)
        }
      }
      judge(several.reading(at: device.now), device.truth, &five)
      if let median = offsets.isEmpty ? nil : offsets.sorted()[offsets.count / 2] {
        kronos.add(WallMoment(device.now, offset: median), device.truth)
      }
    }
    return [date, json, kronos, one, five]
  }

  private static func judge(_ reading: TrustedReading, _ truth: WallMoment, _ row: inout Row) {
    guard let interval = reading.interval else { return }
    row.add(interval.lowerBound + (interval.upperBound - interval.lowerBound) / 2, truth)
    if interval.contains(truth) { row.inside += 1 }
  }

  /// Returns the samples from `count` requests. If all requests are lost, sends more until there is a sample, as an app
  /// would.
  private static func asked(
    _ count: Int, _ path: Path, _ device: inout SimulatedDevice, _ random: inout Random
  ) -> [TimeSample] {
    var samples: [TimeSample] = []
    for _ in 0..<count {
      if let sample = device.ask(path, &random) { samples.append(sample) }
    }
    while samples.isEmpty {
      if let sample = device.ask(path, &random) { samples.append(sample) }
    }
    return samples
  }

  /// The offset and the delay, as NTP defines them. Kronos takes the offset with the shortest delay from each server,
  /// and then the median of these offsets.
  private struct Measured {
    let offset: Duration
    let delay: Duration

    init(_ sample: TimeSample) {
      let there = sample.serverReceived.offset(from: sample.sent)
      let back = sample.serverSent.offset(from: sample.received)
      offset = (there + back) / 2
      delay = sample.received - sample.sent - (sample.serverSent - sample.serverReceived)
    }
  }
}

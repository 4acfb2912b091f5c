import SandglassCore
import SandglassTrustedTimeCore

/// T1: readings between requests on any path, and the share of their intervals that contain the true time.
enum TruthInside {
  static func goal(reads: Int, _ random: inout Random) -> Goal {
    let within = share(reads: reads, drift: 99, &random)
    let beyond = share(reads: reads / 4, drift: 150, &random)
    return Goal(
      number: "T1",
      what:
        "the interval contains the true time: round trips of 5–400 ms, full asymmetry, 20 % of the requests lost, "
        + "steady clocks that drift by up to 99 ppm",
      goal: "100 % of 1,000,000 readings",
      measured:
        "\(percent(within.right, of: within.all)) of \(grouped(within.all)) readings; with a drift of up "
        + "to 150 ppm, \(percent(beyond.right, of: beyond.all)) of \(grouped(beyond.all)) readings",
      isMet: within.right == within.all && within.all >= 1_000_000)
  }

  private static func share(
    reads: Int, drift: Int, _ random: inout Random
  ) -> (right: Int, all: Int) {
    var (right, all) = (0, 0)
    while all < reads {
      // Half of the devices have the maximum drift.
      let isExtreme = random.happens(inPercent: 50)
      var device = SimulatedDevice(
        drift: isExtreme ? [-drift, drift][random.number(0...1)] : random.number(-drift...drift))
      var machine = TrustedTimeMachine(servers: 1)
      let path = SimulatedDevice.anyPath(&random)
      for question in 0..<40 {
        if let sample = device.ask(path, &random) { try? machine.add(sample, from: 0) }
        guard question >= 8 else { continue }
        for _ in 0..<10 {
          device.pass(random.duration(.zero ... .seconds(80)))
          guard let interval = machine.reading(at: device.now).interval else { continue }
          all += 1
          if interval.contains(device.truth) { right += 1 }
        }
      }
    }
    return (right, all)
  }
}

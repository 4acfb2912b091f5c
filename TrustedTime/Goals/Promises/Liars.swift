import SandglassCore
import SandglassTrustedTimeCore

/// T5: several servers, some of which are wrong, and whether the interval contains the true time.
enum Liars {
  static func goal(trials: Int, _ random: inout Random) -> Goal {
    var texts: [String] = []
    var isMet = true
    for (liars, servers) in [(1, 3), (2, 5)] {
      for (name, reach) in [("near", 300), ("far", 3_600_000)] {
        let result = run(trials, liars: liars, of: servers, reach: reach, &random)
        isMet = isMet && result.hull == trials && result.answered == trials
        texts.append(
          "\(liars) of \(servers) false, \(name): \(percent(result.hull, of: trials)) (deepest overlap: "
            + "\(percent(result.deepest, of: trials)))")
      }
    }
    let majority = run(trials, liars: 2, of: 3, reach: 300, &random)
    texts.append(
      "2 of 3 false, near: \(percent(majority.hull, of: trials)), and no interval in "
        + percent(trials - majority.answered, of: trials))
    return Goal(
      number: "T5",
      what:
        "the interval contains the true time although some servers are false: off by up to 0.3 s (near) or up to "
        + "1 h (far), by the same error or different ones; \(grouped(trials)) trials each",
      goal:
        "100 % of the trials with a minority of false servers; for information, the share with a majority",
      measured: texts.joined(separator: "; "), isMet: isMet)
  }

  private static func run(
    _ trials: Int, liars: Int, of servers: Int, reach: Int, _ random: inout Random
  ) -> (hull: Int, deepest: Int, answered: Int) {
    var (hull, deepest, answered) = (0, 0, 0)
    for _ in 0..<trials {
      var device = SimulatedDevice(drift: random.number(-99...99))
      let common = random.number(-reach...reach)
      let areTogether = random.happens(inPercent: 50)
      var bounds: [OffsetBound] = []
      for server in 0..<servers {
        let lie = server < liars ? (areTogether ? common : random.number(-reach...reach)) : 0
        let half = random.number(5...100)
        let path = Path(half, random.number(5...100), jitter: 20)
        var samples = ServerSamples()
        for _ in 0..<4 {
          guard let sample = device.ask(path, lie: .milliseconds(lie), &random),
            let bound = try? OffsetBound(sample)
          else { continue }
          samples.add(bound, drift: .standard)
        }
        if let bound = samples.bound(drift: .standard) { bounds.append(bound) }
      }
      let aged = bounds.map { $0.at(device.now, drift: .standard) }
      if overlap(aged, at: device.now)?.wall(at: device.now, drift: .standard).contains(
        device.truth) == true
      {
        deepest += 1
      }
      guard
        let agreed = OffsetBound.majorityHull(
          of: bounds, among: servers, at: device.now, drift: .standard)
      else { continue }
      answered += 1
      if agreed.wall(at: device.now, drift: .standard).contains(device.truth) { hull += 1 }
    }
    return (hull, deepest, answered)
  }

  /// Marzullo's algorithm. Returns the offsets at which the most intervals overlap.
  private static func overlap(_ bounds: [OffsetBound], at now: Moment) -> OffsetBound? {
    let points = bounds.flatMap { [$0.earliest, $0.latest] }.sorted()
    func depth(_ point: Duration) -> Int {
      bounds.count { $0.earliest <= point && point <= $0.latest }
    }
    guard let most = points.map(depth).max(),
      let first = points.first(where: { depth($0) == most }),
      let last = points.first(where: { $0 >= first && isEnd($0) && depth($0) == most })
    else { return nil }
    func isEnd(_ point: Duration) -> Bool { bounds.contains { $0.latest == point } }
    return OffsetBound(earliest: first, latest: last, at: now)
  }
}

import Sandglass
import SandglassCore
import SandglassTrustedTime
import SandglassTrustedTimeCore

/// Readings of clocks that ask three servers over one kind of path. The servers have port 123 of addresses of their own.
struct ThreeServers: Sendable {
  /// An address, such as 10.77.1.1.
  struct Host: Sendable {
    let text: String
    let number: UInt32

    init?(_ text: String) {
      let parts = text.split(separator: ".").compactMap { UInt8($0) }
      guard parts.count == 4 else { return nil }
      self.text = text
      number = parts.reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  static let port: UInt16 = 123
  private static let clocks = 60
  private static let pauses = 100
  private static let readingsInARow = 50

  /// What the row is about.
  let name: String
  let hosts: [Host]
  let path: NetworkPath

  /// Counts of readings, by what is certain of them.
  private(set) var inside = 0
  private(set) var outside = 0
  private(set) var inDoubt = 0

  /// The width of each clock's last interval.
  private(set) var widths: [Duration] = []

  init(_ name: String, _ hosts: [Host], _ path: NetworkPath) {
    (self.name, self.hosts, self.path) = (name, hosts, path)
  }

  /// Reads all clocks while they send their requests, and for some time afterwards.
  mutating func measure() async throws {
    let (hosts, path) = (hosts, path)
    try await withThrowingTaskGroup { group in
      for number in 0..<Self.clocks {
        group.addTask { try await Self.read(hosts, over: path, number) }
      }
      for try await (counts, width) in group {
        inside += counts.inside
        outside += counts.outside
        inDoubt += counts.inDoubt
        if let width { widths.append(width) }
      }
    }
    widths.sort()
  }

  private static func read(
    _ hosts: [Host], over path: NetworkPath, _ number: Int
  ) async throws -> (counts: (inside: Int, outside: Int, inDoubt: Int), width: Duration?) {
    var proxies: [DelayingProxy] = []
    var servers: [PacedServer] = []
    for (index, host) in hosts.enumerated() {
      var (name, port) = (host.text, Self.port)
      if let out = path.out, let back = path.back {
        let proxy = try DelayingProxy(
          to: Self.port, of: host.number, out: out, back: back, percentLost: path.percentLost,
          seed: UInt64(number * hosts.count + index))
        proxies.append(proxy)
        (name, port) = ("127.0.0.1", proxy.port)
      }
      servers.append(
        PacedServer(NTPServer(name, port: port, timeout: .seconds(1)), pace: .ownServer))
    }
    defer { for proxy in proxies { proxy.stop() } }
    let clock = TrustedClock(asking: servers)
    async let burst = clock.synchronize()
    var counts = (inside: 0, outside: 0, inDoubt: 0)
    for _ in 0..<pauses {
      for _ in 0..<readingsInARow {
        switch truthIsInside(clock) {
        case true?: counts.inside += 1
        case false?: counts.outside += 1
        case nil where clock.reading.interval != nil: counts.inDoubt += 1
        case nil: break
        }
      }
      try await Timekeeper.shared.sleep(for: .milliseconds(10))
    }
    _ = await burst
    return (counts, ComparedReading(of: clock).map { $0.halfWidth * 2 })
  }

  /// Whether the true time is inside the interval. Returns nil if there is none, or if the process was interrupted each
  /// time between reading the wall clock and the interval, so that neither is certain.
  private static func truthIsInside(_ clock: TrustedClock) -> Bool? {
    for _ in 0..<10 {
      let before = WallMoment.now
      guard let interval = clock.reading.interval else { return nil }
      let after = max(before, WallMoment.now)
      if interval.lowerBound <= before, after <= interval.upperBound { return true }
      if interval.upperBound < before || after < interval.lowerBound { return false }
    }
    return nil
  }
}

// MARK: - The table

extension ThreeServers {
  /// Measures three servers that are right, and with two of them one that lies by a little and one that lies by a lot.
  /// Prints a table. Returns whether no reading was wrong.
  static func printTable(right: [Host], near: Host, far: Host) async throws -> Bool {
    print(
      """
      | Servers | Path | Readings with an interval | True time outside | Width, median / worst, ms |
      | --- | --- | --- | --- | --- |
      """)
    var (all, wrong) = (0, 0)
    for path in [NetworkPath.direct, .varying] {
      for (name, third) in [
        ("three are right", right[2]), ("one lies by 0.03 s", near), ("one lies by 600 s", far),
      ] {
        var servers = ThreeServers(name, [right[0], right[1], third], path)
        try await servers.measure()
        print(servers.row)
        all += servers.inside + servers.outside + servers.inDoubt
        wrong += servers.outside + servers.inDoubt
      }
    }
    print("\nThe true time was outside of \(wrong) of \(grouped(all)) intervals.")
    return wrong == 0
  }

  private var row: String {
    let outside = inDoubt == 0 ? "\(outside)" : "\(outside), not certain: \(inDoubt)"
    let width =
      widths.last.map { "\(text(widths[widths.count / 2])) / \(text($0))" } ?? "no interval"
    let readings = grouped(inside + self.outside + inDoubt)
    return "| \(name) | \(path.name) | \(readings) | \(outside) | \(width) |"
  }

  private func text(_ duration: Duration) -> String { milliseconds(duration, decimals: 3) }
}

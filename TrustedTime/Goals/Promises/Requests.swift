import Sandglass
import SandglassTesting
import SandglassTrustedTime
import SandglassTrustedTimeTesting

/// T7: a client's requests in a day.
enum Requests {
  static func goal() async -> Goal {
    let days: [(String, Int)] = [
      ("one server", await day { _ in }),
      ("36 % of the requests lost", await day { $0.change { $0.percentLost = 36 } }),
      ("no answers", await day { $0.change { $0.refusal = .unreachable(101) } }),
      ("a server that steps every ten minutes", await day(steppingEvery: 600) { _ in }),
      ("three servers", await day(servers: 3) { _ in }),
      ("also `synchronize()` every 15 s", await day(eager: true) { _ in }),
    ]
    let idle = await day(counting: false) { _ in }
    return Goal(
      number: "T7",
      what: "the requests that a client sends in a day, after bursts of 8 to each server",
      goal: "at most 300; none while no code needs the time",
      measured: days.map { "\($0): \($1)" }.joined(separator: "; ")
        + "; no code needs the time: \(idle)",
      isMet: days.allSatisfy { $0.1 <= 300 } && idle == 0)
  }

  private static func day(
    servers count: Int = 1, counting: Bool = true, eager: Bool = false,
    steppingEvery seconds: Int? = nil,
    _ prepare: (VirtualTimeServer) -> Void
  ) async -> Int {
    let time = VirtualTime()
    let truth = VirtualTruth(time.wallNow, on: time.timekeeper)
    let servers = (0..<count).map { number in
      VirtualTimeServer(on: time.timekeeper, truth: truth, seed: UInt64(number) + 1)
    }
    for server in servers {
      prepare(server)
      guard let seconds else { continue }
      for step in 1..<(86_400 / seconds) {
        server.change(after: .seconds(seconds * step)) { $0.error = .seconds(3600 * (step % 5)) }
      }
    }
    let clock = TrustedClock(asking: servers, on: time.timekeeper)
    if counting { time.task { await clock.keepSynchronized() } }
    if eager {
      time.task {
        while true {
          await clock.synchronize()
          try await time.clock.sleep(for: .seconds(15))
        }
      }
    }
    await time.run(for: .seconds(86_400))
    return max(0, servers.map(\.questions).reduce(0, +) - (counting ? 8 * count : 0))
  }
}

import SandglassCore
import SandglassTestSupport
import SandglassTrustedTimeCore
import Testing

struct ServerSamplesTests {
  /// The bound of a sample with a round trip of 80 ms, from a server that is off by some milliseconds.
  private static func bound(at second: Int, error: Int = 0, width: Int = 80) throws -> OffsetBound {
    try #require(
      OffsetBound(
        earliest: .milliseconds(error - width / 2), latest: .milliseconds(error + width / 2),
        at: .origin + .seconds(second)))
  }

  @Test("A small error that nothing contradicts counts until the first sample after half an hour")
  func smallError() throws {
    // With the standard allowance, samples soon become superfluous.
    let drift = DriftAllowance(partsPerMillion: 1)
    var samples = ServerSamples()
    samples.add(try Self.bound(at: 0), drift: drift)
    samples.add(try Self.bound(at: 10, error: 79), drift: drift)
    // The truth is 0 ms, but the common offsets are those from 39 ms.
    samples.add(try Self.bound(at: 400, error: 20), drift: drift)
    samples.add(try Self.bound(at: 1810, error: 20), drift: drift)
    #expect(try #require(samples.bound(drift: drift)).earliest > .milliseconds(37))
    samples.add(try Self.bound(at: 1811, error: 20), drift: drift)
    let bound = try #require(samples.bound(drift: drift))
    #expect(bound.earliest <= .zero && bound.latest >= .zero)
  }

  @Test("However old the samples are, one that contradicts them does not replace them")
  func oldSamples() throws {
    var samples = ServerSamples(agreeing: [try Self.bound(at: 0)])
    for second in 36_000..<36_003 {
      samples.add(try Self.bound(at: second, error: 60_000), drift: .standard)
      #expect(samples.confirmed == .origin)
    }
    samples.add(try Self.bound(at: 36_003, error: 60_000), drift: .standard)
    #expect(samples.confirmed == .origin + .seconds(36_003))
    #expect(samples.disputing.isEmpty)
    // All four are equally narrow, so the earlier ones are superfluous.
    #expect(samples.agreeing.count == 1)
  }

  @Test("At most eight samples count, and none that a later one makes superfluous")
  func count() throws {
    var samples = ServerSamples()
    for second in 0..<20 {
      samples.add(try Self.bound(at: second, error: second), drift: .standard)
    }
    #expect(samples.agreeing.count == ServerSamples.most)
    #expect(try #require(samples.agreeing.first).moment == .origin + .seconds(12))
    samples.add(try Self.bound(at: 20, error: 19, width: 10), drift: .standard)
    #expect(samples.agreeing.count == 1)
  }

  @Test("Samples from a record that have no common offset count as none")
  func contradictory() throws {
    var samples = ServerSamples(
      agreeing: [try Self.bound(at: 0), try Self.bound(at: 0, error: 5000)])
    #expect(samples.bound(drift: .standard) == nil)
    let fresh = try Self.bound(at: 1, error: 9000)
    samples.add(fresh, drift: .standard)
    #expect(samples == ServerSamples(agreeing: [fresh]))
  }

  /// What a random history knows about a server.
  private struct Server {
    var answers: [(moment: Moment, isRight: Bool)] = []

    /// Whether all answers since half an hour before the fourth-latest one were right.
    var isRight: Bool {
      guard let latest = answers.last else { return false }
      let fourth = answers.suffix(ServerSamples.neededToChange).first ?? latest
      return answers.allSatisfy {
        fourth.moment - $0.moment > ServerSamples.countedFor || $0.isRight
      }
    }

    var wasWrong: Bool { answers.contains { !$0.isRight } }
  }

  @Test("False servers may rotate: half an hour and four right answers are enough", .random)
  func rotation() throws {
    var random = SeededGenerator(for: "servers that are false in turn")
    var checked = 0
    for _ in 0..<repetitions(2_000, atLeast: 20) {
      var path = SimulatedPath(drift: random.number(-99...99), random: random)
      var servers = Array(repeating: Server(), count: [1, 3, 5][path.number(0...2)])
      var machine = TrustedTimeMachine(servers: servers.count)
      let longestPause = path.number(1...400)
      for _ in 0..<8 {
        let reach = [100, 300, 2000, 3_600_000][path.number(0...3)]
        let liar = path.number(0...servers.count)
        let lie = Duration.milliseconds(path.number(-reach...reach))
        for _ in 0..<path.number(1...20) {
          path.pass(.seconds(path.number(0...longestPause)))
          for index in servers.indices {
            guard let sample = path.ask() else { continue }
            let error = index == liar ? lie : .zero
            let answer = TimeSample(
              sent: sample.sent, received: sample.received,
              serverReceived: sample.serverReceived + error,
              serverSent: sample.serverSent + error, uncertainty: .zero)
            try machine.add(answer, from: index)
            let isRight = try OffsetBound(answer).wall(at: path.now, drift: .standard)
              .contains(path.truth)
            servers[index].answers.append((path.now, isRight))
            guard servers.count(where: \.isRight) > servers.count / 2 else { continue }
            #expect(try #require(machine.reading(at: path.now).interval).contains(path.truth))
            if servers.contains(where: \.wasWrong) { checked += 1 }
          }
        }
      }
      random = path.random
    }
    #expect(checked > 1000)
  }
}

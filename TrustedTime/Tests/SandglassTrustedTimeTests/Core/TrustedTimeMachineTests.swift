import SandglassCore
import SandglassTestSupport
import SandglassTrustedTimeCore
import Testing

struct TrustedTimeMachineTests {
  private static let truth = WallMoment(secondsSince1970: 1_893_456_000)

  private static func moment(_ second: Int) -> Moment { .origin + .seconds(second) }

  /// A sample that arrives the given number of seconds after the boot, from a server that is off by `error`.
  private static func sample(at second: Int, error: Int = 0) -> TimeSample {
    let wall = truth + .seconds(second + error)
    return TimeSample(
      sent: moment(second) - .milliseconds(80), received: moment(second),
      serverReceived: wall - .milliseconds(40), serverSent: wall - .milliseconds(40),
      uncertainty: .zero)
  }

  private static func holdsTruth(_ reading: TrustedReading, at second: Int) -> Bool {
    reading.interval?.contains(truth + .seconds(second)) ?? false
  }

  @Test("Before the first answer there is no interval")
  func unsynchronized() {
    let reading = TrustedTimeMachine(servers: 1).reading(at: Self.moment(5))
    #expect(reading == .unsynchronized)
    #expect(reading.earliest == nil && reading.latest == nil && reading.age == nil)
    #expect(reading.compare(with: Self.truth) == .unknown)
  }

  @Test("A comparison returns before or after only if that is certain")
  func comparison() throws {
    var machine = TrustedTimeMachine(servers: 1)
    try machine.add(Self.sample(at: 100), from: 0)
    let reading = machine.reading(at: Self.moment(100))
    #expect(reading.status == .synchronized)
    let (earliest, latest) = (try #require(reading.earliest), try #require(reading.latest))
    #expect(reading.compare(with: latest + .nanoseconds(1)) == .before)
    #expect(reading.compare(with: latest) == .unknown)
    #expect(reading.compare(with: earliest + .nanoseconds(1)) == .unknown)
    #expect(reading.compare(with: earliest) == .after)
    #expect(try #require(reading.uncertainty) == .milliseconds(40) + .microseconds(4))
  }

  @Test("An interval without confirmation for half an hour is in holdover, and widens")
  func holdover() throws {
    var machine = TrustedTimeMachine(servers: 1)
    try machine.add(Self.sample(at: 100), from: 0)
    #expect(machine.reading(at: Self.moment(1900)).status == .synchronized)
    let reading = machine.reading(at: Self.moment(1901))
    #expect(reading.status == .holdover)
    #expect(reading.age == .seconds(1801))
    let eightHours = machine.reading(at: Self.moment(100 + 28_800))
    #expect(try #require(eightHours.uncertainty) > .seconds(2.88))
    #expect(Self.holdsTruth(eightHours, at: 28_900))
  }

  @Test("A step of a single server is adopted after four new samples agree")
  func step() throws {
    var machine = TrustedTimeMachine(servers: 1)
    try machine.add(Self.sample(at: 100), from: 0)
    for second in [101, 102, 103] {
      try machine.add(Self.sample(at: second, error: 3600), from: 0)
      let reading = machine.reading(at: Self.moment(second))
      #expect(reading.status == .disputed)
      #expect(Self.holdsTruth(reading, at: second))
    }
    try machine.add(Self.sample(at: 104, error: 3600), from: 0)
    let reading = machine.reading(at: Self.moment(104))
    #expect(reading.status == .synchronized)
    #expect(Self.holdsTruth(reading, at: 3704))
  }

  @Test("A step that is reversed has no effect")
  func stepBack() throws {
    var machine = TrustedTimeMachine(servers: 1)
    try machine.add(Self.sample(at: 100), from: 0)
    for second in [101, 102, 103] {
      try machine.add(Self.sample(at: second, error: 3600), from: 0)
    }
    try machine.add(Self.sample(at: 104), from: 0)
    #expect(machine.reading(at: Self.moment(104)).status == .synchronized)
    try machine.add(Self.sample(at: 105, error: 3600), from: 0)
    #expect(Self.holdsTruth(machine.reading(at: Self.moment(105)), at: 105))
  }

  @Test("New samples that do not agree with each other change nothing")
  func confusion() throws {
    var machine = TrustedTimeMachine(servers: 1)
    try machine.add(Self.sample(at: 100), from: 0)
    for second in 101...130 {
      try machine.add(Self.sample(at: second, error: 60 * second), from: 0)
    }
    let reading = machine.reading(at: Self.moment(130))
    #expect(reading.status == .disputed)
    #expect(reading.age == .seconds(30))
    #expect(Self.holdsTruth(reading, at: 130))
  }

  @Test("One of three servers may be wrong, silent or stepping without a dispute")
  func oneOfThree() throws {
    var machine = TrustedTimeMachine(servers: 3)
    try machine.add(Self.sample(at: 100), from: 0)
    #expect(machine.reading(at: Self.moment(100)) == .unsynchronized)
    try machine.add(Self.sample(at: 101), from: 2)
    #expect(machine.reading(at: Self.moment(101)).status == .synchronized)
    for second in 102...120 {
      try machine.add(Self.sample(at: second, error: second % 7 - 3), from: 1)
      let reading = machine.reading(at: Self.moment(second))
      #expect(reading.status == .synchronized)
      #expect(Self.holdsTruth(reading, at: second))
    }
  }

  @Test("A majority that contradicts its earlier answers is adopted at once")
  func majority() throws {
    var machine = TrustedTimeMachine(servers: 3)
    for server in 0..<3 { try machine.add(Self.sample(at: 100 + server), from: server) }
    try machine.add(Self.sample(at: 110, error: 60), from: 0)
    #expect(machine.reading(at: Self.moment(110)).status == .synchronized)
    #expect(Self.holdsTruth(machine.reading(at: Self.moment(110)), at: 110))
    try machine.add(Self.sample(at: 111, error: 60), from: 1)
    #expect(Self.holdsTruth(machine.reading(at: Self.moment(111)), at: 171))
    #expect(machine.reading(at: Self.moment(111)).status == .synchronized)
  }

  @Test("The age is that of a majority, so one server that answers alone does not reset it")
  func age() throws {
    var machine = TrustedTimeMachine(servers: 3)
    for server in 0..<3 { try machine.add(Self.sample(at: 100), from: server) }
    for second in [1000, 2000, 3000] { try machine.add(Self.sample(at: second), from: 0) }
    let reading = machine.reading(at: Self.moment(3000))
    #expect(reading.status == .holdover)
    #expect(reading.age == .seconds(2900))
  }

  @Test("An impossible sample, or one with an invalid server index, changes nothing")
  func refused() throws {
    var machine = TrustedTimeMachine(servers: 1)
    try machine.add(Self.sample(at: 100), from: 0)
    let before = machine
    #expect(throws: TimeRefusal.impossible) {
      let good = Self.sample(at: 101)
      try machine.add(
        TimeSample(
          sent: good.received, received: good.sent, serverReceived: good.serverReceived,
          serverSent: good.serverSent, uncertainty: .zero), from: 0)
    }
    try machine.add(Self.sample(at: 101), from: 7)
    #expect(machine == before)
  }

  @Test("With a minority of false servers, the interval contains the true time", .random)
  func liars() throws {
    var random = SeededGenerator(for: "liars")
    for _ in 0..<repetitions(20_000) {
      let (servers, liars) = random.once(in: 2) ? (3, 1) : (5, 2)
      var machine = TrustedTimeMachine(servers: servers)
      var path = SimulatedPath(drift: random.number(-99...99), random: random)
      let reach = random.once(in: 2) ? 300 : 3_600_000
      let lies = (0..<liars).map { _ in Duration.milliseconds(random.number(-reach...reach)) }
      for _ in 0..<4 {
        for server in 0..<servers {
          guard let sample = path.ask() else { continue }
          let lie = server < liars ? lies[server] : .zero
          try machine.add(
            TimeSample(
              sent: sample.sent, received: sample.received,
              serverReceived: sample.serverReceived + lie, serverSent: sample.serverSent + lie,
              uncertainty: .zero), from: server)
        }
      }
      if let interval = machine.reading(at: path.now).interval {
        #expect(interval.contains(path.truth))
      }
      random = path.random
    }
  }
}

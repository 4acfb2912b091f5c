import SandglassCore
import SandglassTrustedTime
import Testing

struct AddressRaceTests {
  private static func moment(_ milliseconds: Int) -> Moment {
    .origin + .milliseconds(milliseconds)
  }

  private static func race(_ count: Int, isFirstKnown: Bool = false) -> AddressRace {
    AddressRace(
      addresses: count, isFirstKnown: isFirstKnown, at: moment(0), until: moment(3000))
  }

  @Test(
    "The next address is asked after a quarter of a second, and the earlier ones may still answer")
  func silence() {
    var race = Self.race(2)
    #expect(race.step(at: Self.moment(0)) == .ask(0))
    #expect(race.step(at: Self.moment(0)) == .wait(until: Self.moment(250)))
    #expect(race.step(at: Self.moment(249)) == .wait(until: Self.moment(250)))
    #expect(race.step(at: Self.moment(250)) == .ask(1))
    #expect(race.step(at: Self.moment(250)) == .wait(until: Self.moment(3000)))
    #expect(race.step(at: Self.moment(3000)) == .end)
  }

  @Test("After an address that cannot be reached, the next one is asked immediately")
  func failures() {
    var race = Self.race(3)
    for index in 0..<3 {
      #expect(race.step(at: Self.moment(1)) == .ask(index))
      race.fail(index)
    }
    #expect(race.step(at: Self.moment(1)) == .end)
    var none = Self.race(0)
    #expect(none.step(at: Self.moment(0)) == .end)
  }

  @Test(
    "All addresses are asked before the timeout, and an address that has answered gets more time",
    arguments: 1...8)
  func all(count: Int) {
    for isFirstKnown in [false, true] {
      var race = Self.race(count, isFirstKnown: isFirstKnown)
      var now = Self.moment(0)
      var asked: [Int] = []
      loop: while true {
        switch race.step(at: now) {
        case .ask(let index): asked.append(index)
        case .wait(let moment):
          if isFirstKnown, asked.count < count {
            #expect(moment == now + .seconds(3) / (count + 1))
          }
          now = moment
        case .end: break loop
        }
      }
      #expect(asked == Array(0..<count))
    }
  }

  @Test("However many addresses a name has, at most eight are pending, and each is reached")
  func many() {
    var race = Self.race(1000)
    var (now, asked) = (Self.moment(0), 0)
    loop: while true {
      switch race.step(at: now) {
      case .ask(let index):
        #expect(index == asked)
        asked += 1
        // The first 900 cannot be reached, and the others are silent.
        if index < 900 { race.fail(index) }
      case .wait(let moment): now = moment
      case .end: break loop
      }
    }
    #expect(asked == 908)
    #expect(now == Self.moment(3000))
  }
}

import SandglassCore
import Testing

@Suite("Reading")
struct ReadingTests {
  private func reading(
    _ remaining: UInt64, of total: UInt64 = 10_000_000_000, missed: Int = 0,
    _ options: CountdownOptions = .standard
  ) -> Reading {
    Reading(
      state: .running, remaining: remaining, total: total, missed: missed, options: options)
  }

  @Test(
    "Law 4: the displayed number, a nanosecond before and after it changes",
    arguments: [
      (Rounding.up, 0, 0), (.up, 1, 1), (.up, 999_999_999, 1), (.up, 1_000_000_000, 1),
      (.up, 1_000_000_001, 2), (.up, 60_000_000_000, 60), (.up, 60_000_000_001, 61),
      (.nearest, 0, 0), (.nearest, 500_000_000, 0), (.nearest, 500_000_001, 1),
      (.nearest, 1_500_000_000, 1), (.nearest, 1_500_000_001, 2), (.nearest, 60_000_000_000, 60),
      (.down, 0, 0), (.down, 1_000_000_000, 0), (.down, 1_000_000_001, 1),
      (.down, 2_000_000_000, 1), (.down, 2_000_000_001, 2), (.down, 60_000_000_001, 60),
    ])
  func shown(rounding: Rounding, remaining: UInt64, expected: Int) {
    #expect(reading(remaining, CountdownOptions(rounding: rounding)).shown == expected)
  }

  @Test(
    "Law 4: shown is max(0, ceil((remaining − offset) / unit))",
    arguments: [Rounding.up, .nearest, .down], 1...9)
  func formula(rounding: Rounding, unit: Int) {
    let options = CountdownOptions(unit: .nanoseconds(unit), rounding: rounding)
    let offset =
      switch rounding {
      case .up: 0.0
      case .nearest: (Double(unit) / 2).rounded(.down)
      case .down: Double(unit)
      }
    for remaining in 0...100 {
      let expected = max(0, ((Double(remaining) - offset) / Double(unit)).rounded(.up))
      #expect(reading(UInt64(remaining), options).shown == Int(expected))
    }
  }

  @Test("the displayed number saturates")
  func shownSaturates() {
    let options = CountdownOptions(unit: .nanoseconds(1))
    #expect(reading(.max, of: .max, options).shown == .max)
    #expect(Reading.shown(remaining: .max, options: options) == .max)
    let longest = CountdownOptions(unit: Duration(attoseconds: .max))
    #expect(reading(.max, of: .max, longest).shown == 1)
    #expect(reading(1, longest).shown == 1)
  }

  @Test("progress goes from 0 to 1")
  func progress() {
    #expect(reading(10_000_000_000).progress == 0)
    #expect(reading(7_500_000_000).progress == 0.25)
    #expect(reading(0).progress == 1)
    #expect(reading(0, of: 0).progress == 1)
    #expect(reading(2, of: 1).progress == 0)
    #expect(reading(.max, of: .max).progress == 0)
  }

  @Test("a reading has the values with which it was created")
  func parts() {
    let options = CountdownOptions(unit: .milliseconds(100))
    let reading = Reading(
      state: .overtime, remaining: 3, total: 4, overtime: 5, missed: 6, options: options)
    #expect(reading.state == .overtime)
    #expect(reading.remaining == .nanoseconds(3))
    #expect(reading.overtime == .nanoseconds(5))
    #expect(reading.missed == 6)
    #expect(reading.unit == .milliseconds(100))
  }

  @Test("Law 5: a reading that replaces an undelivered one adds it and its missed ticks to its own")
  func replacing() {
    let first = reading(9_000_000_000)
    let second = reading(8_000_000_000, missed: 2)
    let third = reading(5_000_000_000)
    #expect(second.replacing(first) == reading(8_000_000_000, missed: 3))
    #expect(third.replacing(second.replacing(first)) == reading(5_000_000_000, missed: 4))
    #expect(first.missed == 0)
  }

  @Test("the number of missed ticks saturates")
  func replacingSaturates() {
    let most = reading(1, missed: .max)
    #expect(most.replacing(reading(2)).missed == .max)
    #expect(reading(1).replacing(reading(2, missed: .max)).missed == .max)
    #expect(most.replacing(most).missed == .max)
    #expect(reading(1).replacing(reading(2, missed: .max - 1)).missed == .max)
  }
}

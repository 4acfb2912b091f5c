extension DurationParser {
  /// The letters of all units except minutes, and whether they belong after the T.
  private static var letters: [(Unicode.Scalar, DurationUnit, Bool)] {
    [("w", .week, false), ("d", .day, false), ("h", .hour, true), ("s", .second, true)]
  }

  /// Parses the part of `PT1H30M`, `P1DT2H` or `P2W` after the P.
  ///
  /// ISO 8601 has weeks and days before a T, and hours, minutes and seconds after it.
  mutating func parsePeriod() throws(TimeParsingError) {
    let start = scanner.position
    try parsePeriodUnits(isTime: false)
    guard scanner.take("t") else {
      guard scanner.isAtEnd else { throw unexpected() }
      guard scanner.position > start else { throw error(.emptyPeriod, [UInt8(ascii: "P")]) }
      return
    }
    guard !scanner.isAtEnd else { throw error(.emptyPeriod, [UInt8(ascii: "T")]) }
    try parsePeriodUnits(isTime: true)
    guard scanner.isAtEnd else { throw unexpected() }
  }

  private mutating func parsePeriodUnits(isTime: Bool) throws(TimeParsingError) {
    while let next = scanner.next, next.isDigit || next == UInt8(ascii: ".") {
      let start = scanner.position
      // ISO 8601 has a point or a comma before a fraction, and nothing between thousands.
      let number = try takeNumber()
      let numberText = scanner.read(since: start)
      guard !scanner.isAtEnd else { throw error(.missingUnit, numberText) }
      let unit = try takePeriodUnit(isTime: isTime)
      try add(number, unit, since: start)
    }
  }

  private mutating func takePeriodUnit(
    isTime: Bool
  ) throws(TimeParsingError) -> DurationUnit {
    let start = scanner.position
    if scanner.take("m") {
      // Before the T, an M stands for months.
      guard isTime else { throw error(.calendarUnit, scanner.read(since: start)) }
      return .minute
    }
    if scanner.take("y") {
      throw error(.calendarUnit, scanner.read(since: start))
    }
    for (letter, unit, isTimeUnit) in Self.letters where scanner.take(letter) {
      guard isTimeUnit == isTime else {
        throw error(.unitOnWrongSide, scanner.read(since: start))
      }
      return unit
    }
    throw error(.unknownUnit, scanner.takeCharacter())
  }
}

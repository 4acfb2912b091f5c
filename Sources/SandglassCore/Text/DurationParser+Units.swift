extension DurationParser {
  /// Parses `90`, `1.5h`, `1h30m`, `2 hours 5 min` or `1 hour, 2 minutes and 3 seconds`.
  mutating func parseUnits() throws(TimeParsingError) {
    var isAfterConjunction = false
    repeat {
      try parseNumberAndUnit(isAfterConjunction: isAfterConjunction)
      isAfterConjunction = try takeConjunction()
    } while !scanner.isAtEnd
  }

  /// Returns the unit with the given name.
  func unit(_ name: ArraySlice<UInt8>) throws(TimeParsingError) -> DurationUnit {
    guard let unit = DurationUnit(named: name) else {
      throw error(DurationUnit.isCalendarUnit(name) ? .calendarUnit : .unknownUnit, name)
    }
    return unit
  }

  private mutating func parseNumberAndUnit(isAfterConjunction: Bool) throws(TimeParsingError) {
    let start = scanner.position
    let number = try takeNumber()
    let numberText = scanner.read(since: start)
    scanner.skipSpaces()
    let name = scanner.takeWord()
    if !name.isEmpty {
      try addWritten(number, unit(name), numberText, since: start)
    } else if scanner.isAtEnd, !isAfterConjunction, let unit = unitLeftOut(of: number) {
      if lastUnit == nil, number.mayBeClock {
        let (whole, fraction) = (number.whole.text, number.fraction.text)
        throw error(.twoReadings("\(whole).\(fraction)s", "\(whole):\(fraction)"), numberText)
      }
      try addWritten(number, unit, numberText, since: start)
    } else if scanner.next?.isDigit ?? true {
      throw error(.missingUnit, numberText)
    } else {
      throw unexpected()
    }
  }

  /// Adds a number as people write it, who may separate thousands.
  private mutating func addWritten(
    _ number: DecimalNumber, _ unit: DurationUnit, _ text: ArraySlice<UInt8>, since start: Int
  ) throws(TimeParsingError) {
    if number.mayBeGrouped(before: unit) {
      let (whole, fraction) = (number.whole.text, number.fraction.text)
      throw error(.twoReadings(whole + "." + fraction, whole + fraction), text)
    }
    try add(number, unit, since: start)
  }

  /// Returns the unit that the last number of a text has if it is left out: seconds if the number is the only one, and
  /// otherwise that of the next field of a clock, as in `1h30`; `nil` if there is none.
  private func unitLeftOut(of number: DecimalNumber) -> DurationUnit? {
    guard let lastUnit else { return .second }
    guard number.isSixtieth else { return nil }
    return switch lastUnit {
    case .hour: .minute
    case .minute: .second
    default: nil
    }
  }
}

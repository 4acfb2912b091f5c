extension DurationParser {
  /// Parses `90`, `1.5h`, `1h30m` or `2 hours 5 min`.
  mutating func parseUnits() throws(TimeParsingError) {
    var isFirst = true
    repeat {
      try parseNumberAndUnit(isFirst: isFirst)
      isFirst = false
      scanner.skipSpaces()
    } while !scanner.isAtEnd
  }

  /// Returns the unit with the given name.
  func unit(_ name: ArraySlice<UInt8>) throws(TimeParsingError) -> DurationUnit {
    guard let unit = DurationUnit(named: name) else {
      throw error(DurationUnit.isCalendarUnit(name) ? .calendarUnit : .unknownUnit, name)
    }
    return unit
  }

  private mutating func parseNumberAndUnit(isFirst: Bool) throws(TimeParsingError) {
    let start = scanner.position
    let number = try takeNumber()
    let numberText = scanner.read(since: start)
    scanner.skipSpaces()
    let name = scanner.takeWord()
    if !name.isEmpty {
      try add(number, unit(name), since: start)
    } else if isFirst, scanner.isAtEnd {
      try add(number, .second, since: start)
    } else if scanner.next?.isDigit ?? true {
      throw error(.missingUnit, numberText)
    } else {
      throw unexpected()
    }
  }
}

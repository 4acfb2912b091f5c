extension DurationParser {
  /// What separates the fields of a clock at the end of the text; `nil` if there is none.
  ///
  /// A few languages have points. Between two fields, a point may also be a decimal point, unless a comma follows.
  var clockSeparator: Unicode.Scalar? {
    if scanner.rest.contains(UInt8(ascii: ":")) { return ":" }
    var points = 0
    var hasComma = false
    for byte in scanner.rest.reversed() {
      switch byte {
      case UInt8(ascii: "."): points += 1
      case UInt8(ascii: ","): hasComma = true
      default: if !byte.isDigit { return nil }
      }
      if points > 1 || points == 1 && hasComma { return "." }
    }
    return nil
  }

  /// Parses `1:30`, `1:00:05`, `2d 03:04:05`, `2 days, 3:04:05` or `1.00.05`.
  mutating func parseClock(_ separator: Unicode.Scalar) throws(TimeParsingError) {
    let hasDays = try parseDays()
    let start = scanner.position
    var fields: [Field] = []
    repeat {
      fields.append(try takeField(before: separator))
    } while scanner.take(separator)
    let fraction = try takeFraction(after: fields)
    guard scanner.isAtEnd else { throw unexpected() }
    let clock = scanner.read(since: start)
    guard fields.count == 3 || !hasDays else { throw error(.fieldCountAfterDays, clock) }
    guard (2...3).contains(fields.count) else { throw error(.fieldCount, clock) }
    try add(fields, fraction, hasDays: hasDays)
  }

  /// The digits between two colons, and their start position.
  private struct Field {
    let start: Int
    let digits: ArraySlice<UInt8>
  }

  /// Parses the days before the fields with colons, and returns whether there are any.
  private mutating func parseDays() throws(TimeParsingError) -> Bool {
    let start = scanner.position
    let days = scanner.takeDigits()
    scanner.skipSpaces()
    let name = scanner.takeWord()
    guard !days.isEmpty, !name.isEmpty else {
      scanner.goBack(to: start)
      return false
    }
    let unit = try unit(name)
    guard unit == .day else { throw error(.unitBeforeClock, name) }
    try add(DecimalNumber(whole: days), unit, since: start)
    _ = try takeConjunction()
    return true
  }

  private mutating func takeField(
    before separator: Unicode.Scalar
  ) throws(TimeParsingError) -> Field {
    let start = scanner.position
    let digits = scanner.takeDigits()
    guard digits.isEmpty else { return Field(start: start, digits: digits) }
    guard scanner.isAtEnd || scanner.take(separator) else { throw unexpected() }
    throw error(.emptyField, [UInt8(ascii: separator)])
  }

  private mutating func takeFraction(
    after fields: [Field]
  ) throws(TimeParsingError) -> ArraySlice<UInt8> {
    guard fields.count > 1, let seconds = fields.last, takeDecimalSeparator() != nil else {
      return []
    }
    let digits = scanner.takeDigits()
    guard !digits.isEmpty else {
      throw error(.missingDigits, scanner.read(since: seconds.start))
    }
    return digits
  }

  private mutating func add(
    _ fields: [Field], _ fraction: ArraySlice<UInt8>, hasDays: Bool
  ) throws(TimeParsingError) {
    let units = [DurationUnit.hour, .minute, .second].suffix(fields.count)
    for (index, (field, unit)) in zip(fields, units).enumerated() {
      if index > 0 || hasDays {
        try check(field, unit)
      }
      let number = DecimalNumber(
        whole: field.digits, fraction: unit == .second ? fraction : [])
      try add(number, unit, since: field.start)
    }
  }

  /// Checks the width of a field and its range, which is 0 to 23 for hours and 0 to 59 otherwise.
  private func check(_ field: Field, _ unit: DurationUnit) throws(TimeParsingError) {
    let isHour = unit == .hour
    // Hours after days may have one digit, as in 1d 2:03:04.
    guard field.digits.count == 2 || isHour && field.digits.count == 1 else {
      throw error(.fieldWidth, field.digits)
    }
    let value = field.digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let range = 0...(isHour ? 23 : 59)
    guard range.contains(value) else {
      throw error(.outside("a field", range), field.digits)
    }
  }
}

/// Parses one string as a time of day; see ``ClockTime/init(parsing:)``.
struct ClockTimeParser {
  private let text: String
  private var scanner: TextScanner

  init(_ text: String) {
    self.text = text
    scanner = TextScanner(text)
  }

  mutating func parse() throws(TimeParsingError) -> ClockTime {
    scanner.trimSpaces()
    guard !scanner.isAtEnd else { throw error(.empty) }
    let hourText = scanner.takeDigits()
    guard !hourText.isEmpty else { throw missing("hour") }
    let minute = try takeSixtieth("minute")
    let second = minute == nil ? nil : try takeSixtieth("second")
    scanner.skipSpaces()
    let half = try takeHalf()
    guard scanner.isAtEnd else { throw error(.unexpected, scanner.takeCharacter()) }
    guard minute != nil || half != nil else { throw missing("minutes") }
    let hour = try hour(hourText, half)
    guard let time = ClockTime(hour: hour, minute: minute ?? 0, second: second ?? 0) else {
      throw error(.outside("its hour", 0...23), hourText)
    }
    return time
  }

  /// One half of the day on a 12-hour clock.
  private enum Half {
    case morning, afternoon
  }

  private mutating func takeHalf() throws(TimeParsingError) -> Half? {
    let word = scanner.takeWord()
    if word.isEmpty { return nil }
    let name = word.lazy.map { $0.lowercasedASCII }
    if name.elementsEqual("am".utf8) { return .morning }
    guard name.elementsEqual("pm".utf8) else { throw error(.unknownHalf, word) }
    return .afternoon
  }

  /// Consumes the minutes or seconds after a colon, if there is one.
  private mutating func takeSixtieth(_ name: String) throws(TimeParsingError) -> Int? {
    guard scanner.take(":") else { return nil }
    let digits = scanner.takeDigits()
    guard !digits.isEmpty else { throw missing(name) }
    guard digits.count == 2 else { throw error(.fieldWidth, digits) }
    return try value(digits, "its \(name)", 0...59)
  }

  private func hour(
    _ digits: ArraySlice<UInt8>, _ half: Half?
  ) throws(TimeParsingError) -> Int {
    switch half {
    case nil: try value(digits, "its hour", 0...23)
    case .morning: try value(digits, "its hour", 1...12) % 12
    case .afternoon: try value(digits, "its hour", 1...12) % 12 + 12
    }
  }

  /// Returns the value of at most two digits if it is in the range.
  private func value(
    _ digits: ArraySlice<UInt8>, _ name: String, _ range: ClosedRange<Int>
  ) throws(TimeParsingError) -> Int {
    let value = digits.prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    guard digits.count <= 2, range.contains(value) else {
      throw error(.outside(name, range), digits)
    }
    return value
  }

  private func missing(_ expected: String) -> TimeParsingError {
    scanner.isAtEnd ? error(.endsBefore(expected)) : error(.missing(expected), scanner.rest)
  }

  private func error(
    _ reason: ParsingReason, _ part: ArraySlice<UInt8> = []
  ) -> TimeParsingError {
    TimeParsingError(.clockTime, text: text, part: part, reason: reason)
  }
}

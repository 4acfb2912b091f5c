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
    let start = scanner.position
    var hour = scanner.takeDigits()
    if hour.isEmpty, scanner.take(word: "noon"), scanner.isAtEnd {
      hour = Array("12".utf8)[...]
      return try time(hour, .noon, 0, 0, hour)
    }
    scanner.goBack(to: start + hour.count)
    guard !hour.isEmpty else { throw missing("hour") }
    let separator: Unicode.Scalar = scanner.next == UInt8(ascii: ".") ? "." : ":"
    var minute = try takeSixtieth("minute", after: separator)
    let second = minute == nil ? nil : try takeSixtieth("second", after: separator)
    let written = scanner.read(since: start)
    scanner.skipSpaces()
    let half = try takeHalf()
    guard scanner.isAtEnd else { throw error(.unexpected, scanner.takeCharacter()) }
    if minute == nil, hour.count == 4 || hour.count == 3 && half != nil {
      minute = try value(hour.suffix(2), "its minute", 0...59)
      hour = hour.dropLast(2)
    }
    guard minute != nil || half != nil else { throw missing("minutes") }
    if let minute, second == nil, half == nil, separator == "." {
      let decimal = written.text + " hours"
      throw error(.twoReadings(hour.text + ":" + UInt64(minute).digits(2), decimal), written)
    }
    return try time(hour, half, minute ?? 0, second ?? 0, written)
  }

  /// One half of the day on a 12-hour clock, or noon.
  private enum Half {
    case morning, afternoon, noon
  }

  /// Consumes am or pm, also as `a`, `a.m.` and `a. m.`, or the word "noon".
  private mutating func takeHalf() throws(TimeParsingError) -> Half? {
    let start = scanner.position
    let word = scanner.takeWord()
    if word.isEmpty { return nil }
    let name = word.map { $0.lowercasedASCII }
    if name.elementsEqual("noon".utf8) { return .noon }
    let isMorning = name.first == UInt8(ascii: "a")
    guard isMorning || name.first == UInt8(ascii: "p") else { throw error(.unknownHalf, word) }
    if name.count == 1, scanner.take(".") {
      scanner.skipSpaces()
      guard scanner.take("m") else { throw error(.unknownHalf, scanner.read(since: start)) }
      _ = scanner.take(".")
    } else if name.count > 1 {
      guard name.dropFirst().elementsEqual("m".utf8) else { throw error(.unknownHalf, word) }
    }
    return isMorning ? .morning : .afternoon
  }

  /// Consumes the minutes or seconds after a colon or a point, if there is one.
  private mutating func takeSixtieth(
    _ name: String, after separator: Unicode.Scalar
  ) throws(TimeParsingError) -> Int? {
    guard scanner.take(separator) else { return nil }
    let digits = scanner.takeDigits()
    guard !digits.isEmpty else { throw missing(name) }
    guard digits.count == 2 else { throw error(.fieldWidth, digits) }
    return try value(digits, "its \(name)", 0...59)
  }

  private func time(
    _ hour: ArraySlice<UInt8>, _ half: Half?, _ minute: Int, _ second: Int,
    _ written: ArraySlice<UInt8>
  ) throws(TimeParsingError) -> ClockTime {
    let isWhole = minute == 0 && second == 0
    if half == nil, isWhole, hour.elementsEqual("24".utf8) { throw error(.endOfDay, written) }
    guard half != .noon || isWhole else { throw error(.unknownHalf, Array("noon".utf8)[...]) }
    let value = try self.hour(hour, half)
    guard let time = ClockTime(hour: value, minute: minute, second: second) else {
      throw error(.outside("its hour", 0...23), hour)
    }
    return time
  }

  private func hour(
    _ digits: ArraySlice<UInt8>, _ half: Half?
  ) throws(TimeParsingError) -> Int {
    switch half {
    case nil: try value(digits, "its hour", 0...23)
    case .morning: try value(digits, "its hour", 1...12) % 12
    case .afternoon: try value(digits, "its hour", 1...12) % 12 + 12
    case .noon: try value(digits, "its hour", 12...12)
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

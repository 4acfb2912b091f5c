/// Parses one string as a duration; see ``Swift/Duration/init(parsing:)`` for the accepted forms.
struct DurationParser {
  private let text: String
  private var duration = Duration.zero
  private(set) var lastUnit: DurationUnit?

  var scanner: TextScanner

  init(_ text: String) {
    self.text = text
    scanner = TextScanner(text)
  }

  mutating func parse() throws(TimeParsingError) -> Duration {
    scanner.trimSpaces()
    guard !scanner.isAtEnd else { throw error(.empty) }
    let start = scanner.position
    guard !scanner.take("-") else { throw error(.negative, scanner.read(since: start)) }
    if scanner.take("p") {
      try parsePeriod()
    } else if let separator = clockSeparator {
      try parseClock(separator)
    } else {
      try parseUnits()
    }
    return duration
  }

  /// Consumes a number like `90`, `1.5` or `1,5`.
  mutating func takeNumber() throws(TimeParsingError) -> DecimalNumber {
    let start = scanner.position
    let whole = scanner.takeDigits()
    guard let isComma = takeDecimalSeparator() else {
      guard !whole.isEmpty else { throw missingNumber() }
      return DecimalNumber(whole: whole)
    }
    let fraction = scanner.takeDigits()
    guard !whole.isEmpty, !fraction.isEmpty else {
      throw error(.missingDigits, scanner.read(since: start))
    }
    return DecimalNumber(whole: whole, fraction: fraction, hasComma: isComma)
  }

  /// Consumes a decimal point, or a comma before a digit. Returns whether it is a comma; `nil` if there is neither.
  mutating func takeDecimalSeparator() -> Bool? {
    if scanner.take(".") { return false }
    let start = scanner.position
    guard scanner.take(",") else { return nil }
    if scanner.next?.isDigit == true { return true }
    scanner.goBack(to: start)
    return nil
  }

  /// Consumes what may stand between two units: spaces, a comma, the word "and".
  mutating func takeConjunction() throws(TimeParsingError) -> Bool {
    scanner.skipSpaces()
    let hasComma = scanner.take(",")
    scanner.skipSpaces()
    let hasAnd = scanner.take(word: "and")
    scanner.skipSpaces()
    guard hasComma || hasAnd else { return false }
    guard !scanner.isAtEnd else { throw error(.endsBefore("number")) }
    return true
  }

  /// Adds `number` times `unit`, which were both read since `start`.
  mutating func add(
    _ number: DecimalNumber, _ unit: DurationUnit, since start: Int
  ) throws(TimeParsingError) {
    let part = scanner.read(since: start)
    try checkOrder(unit, part)
    lastUnit = unit
    do throws(DecimalNumber.Failure) {
      duration += try number.duration(unit.length)
      guard duration <= DecimalNumber.longest else { throw .tooLarge }
    } catch {
      throw self.error(error == .tooFine ? .tooFine : .tooLong, part)
    }
  }

  /// Returns an error for `part` of the text.
  func error(_ reason: ParsingReason, _ part: ArraySlice<UInt8> = []) -> TimeParsingError {
    TimeParsingError(.duration, text: text, part: part, reason: reason)
  }

  /// Returns an error for the next character.
  mutating func unexpected() -> TimeParsingError {
    error(.unexpected, scanner.takeCharacter())
  }

  private mutating func missingNumber() -> TimeParsingError {
    let word = scanner.takeWord()
    return word.isEmpty ? unexpected() : error(.missingNumber, word)
  }

  private func checkOrder(
    _ unit: DurationUnit, _ part: ArraySlice<UInt8>
  ) throws(TimeParsingError) {
    guard let lastUnit else { return }
    guard unit != lastUnit else { throw error(.repeatedUnit, part) }
    guard unit.length < lastUnit.length else { throw error(.unitOutOfOrder, part) }
  }
}

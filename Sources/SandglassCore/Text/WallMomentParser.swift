/// Parses one string as an RFC 3339 time; see ``WallMoment/init(rfc3339:)``.
struct WallMomentParser {
  private let text: String
  private var scanner: TextScanner

  init(_ text: String) {
    self.text = text
    scanner = TextScanner(text)
  }

  mutating func parse() throws(TimeParsingError) -> WallMoment {
    guard !scanner.isAtEnd else { throw error(.empty) }
    let date = try takeDate()
    if !scanner.take("t"), !scanner.take(" ") { throw missing("T") }
    let hour = try takeField("hour", 0...23)
    try take(":")
    let minute = try takeField("minute", 0...59)
    // HTML and ISO 8601 may leave the seconds out.
    let hasSeconds = scanner.take(":")
    let second = hasSeconds ? try takeField("second", 0...60) : 0
    let nanosecond = hasSeconds ? try takeFraction() : 0
    let offset = try takeOffset()
    guard scanner.isAtEnd else { throw error(.unexpected, scanner.takeCharacter()) }
    let time = Int64(hour * 3600 + minute * 60 + second) - Int64(offset)
    let seconds = Int64(date.daysSince1970) * 86_400 + time
    guard second == 60 else { return moment(seconds, nanosecond) }
    return try leapSecond(seconds)
  }

  private func moment(_ seconds: Int64, _ nanosecond: Int) -> WallMoment {
    WallMoment(timeSince1970: .seconds(seconds) + .nanoseconds(nanosecond))
  }

  /// Returns the start of the second after a leap second. It must be the start of a month in UTC.
  private func leapSecond(_ seconds: Int64) throws(TimeParsingError) -> WallMoment {
    let startsMonth =
      seconds % 86_400 == 0 && CivilDate(daysSince1970: Int(seconds / 86_400)).day == 1
    // The day after the year 9999 is out of range for `CivilDate`, but it starts a month.
    let isAfterLast = seconds == 253_402_300_800
    guard startsMonth || isAfterLast else {
      throw error(.misplacedLeapSecond, Array("60".utf8)[...])
    }
    return moment(seconds, 0)
  }

  private mutating func takeDate() throws(TimeParsingError) -> CivilDate {
    let year = try takeNumber("year", width: 4)
    try take("-")
    let month = try takeField("month", 1...12)
    try take("-")
    let start = scanner.position
    let days = 1...CivilDate.dayCount(year: year, month: month)
    let day = try takeField("day", days)
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw error(.outside("its day", days), scanner.read(since: start))
    }
    return date
  }

  /// Consumes the fraction of a second and returns it in nanoseconds; digits after the ninth are dropped.
  private mutating func takeFraction() throws(TimeParsingError) -> Int {
    guard scanner.take(".") else { return 0 }
    var nanoseconds = 0
    let digits = scanner.takeDigits()
    guard !digits.isEmpty else { throw missing("digit") }
    var place = 100_000_000
    for digit in digits {
      nanoseconds += place * Int(digit - 0x30)
      place /= 10
    }
    return nanoseconds
  }

  /// Consumes the offset from UTC and returns it in seconds.
  private mutating func takeOffset() throws(TimeParsingError) -> Int {
    if scanner.take("z") { return 0 }
    let isWest = scanner.take("-")
    guard isWest || scanner.take("+") else { throw missing("Z or offset") }
    let hours = try takeField("offset hour", 0...23)
    try take(":")
    let minutes = try takeField("offset minute", 0...59)
    let seconds = hours * 3600 + minutes * 60
    return isWest ? -seconds : seconds
  }

  private mutating func takeField(
    _ name: String, _ range: ClosedRange<Int>
  ) throws(TimeParsingError) -> Int {
    let start = scanner.position
    let value = try takeNumber(name, width: 2)
    guard range.contains(value) else {
      throw error(.outside("its \(name)", range), scanner.read(since: start))
    }
    return value
  }

  private mutating func takeNumber(
    _ name: String, width: Int
  ) throws(TimeParsingError) -> Int {
    let start = scanner.position
    let digits = scanner.takeDigits(atMost: width)
    guard digits.count == width else {
      scanner.goBack(to: start)
      throw missing("\(width)-digit \(name)")
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func take(_ character: Unicode.Scalar) throws(TimeParsingError) {
    guard scanner.take(character) else { throw missing(String(Character(character)).quoted) }
  }

  private func missing(_ expected: String) -> TimeParsingError {
    scanner.isAtEnd ? error(.endsBefore(expected)) : error(.missing(expected), scanner.rest)
  }

  private func error(
    _ reason: ParsingReason, _ part: ArraySlice<UInt8> = []
  ) -> TimeParsingError {
    TimeParsingError(.wallMoment, text: text, part: part, reason: reason)
  }
}

import SandglassCore
import SandglassTestSupport
import Testing

/// A text that means one value, as somebody may write it.
private struct Written<Value> {
  var text: String
  let value: Value
}

@Suite("Parsers: the same value, written in many ways", .random)
struct WrittenVariantsTests {
  @Test(
    "a duration with units reads as its value, whatever its case, spaces, commas and \"and\"s are")
  func units() throws {
    var random = SeededGenerator(for: "WrittenVariantsTests.units")
    for _ in 0..<repetitions(100_000) {
      let written = random.units()
      #expect(try Duration(parsing: written.text) == written.value, "\(written.text.quoted)")
    }
  }

  @Test("a time of day reads as its value, with any case, spaces and points")
  func clockTimes() throws {
    var random = SeededGenerator(for: "WrittenVariantsTests.clockTimes")
    for _ in 0..<repetitions(100_000) {
      let written = random.clockTime()
      #expect(try ClockTime(parsing: written.text) == written.value, "\(written.text.quoted)")
    }
  }

  @Test(
    "a valid text with spaces, commas, points and \"and\"s anywhere is refused, or has its value")
  func anywhere() {
    var random = SeededGenerator(for: "WrittenVariantsTests.anywhere")
    var refused: [String: Int] = [:]
    for _ in 0..<repetitions(100_000) {
      var written = random.once(in: 3) ? random.fields() : random.units()
      for _ in 0...random.number(0...2) { written.text = random.disturbed(written.text) }
      do throws(TimeParsingError) {
        let value = try Duration(parsing: written.text)
        #expect(value == written.value, "\(written.text.quoted)")
      } catch {
        refused[error.reason.description.prefix { $0 != ":" }.description, default: 0] += 1
      }
    }
    // What is refused is one of these: a disturbed text has no further kind of fault.
    let known: Set = [
      "has an unexpected", "has no number before", "has an unknown unit", "has no unit after",
      "ends before its number", "has two readings of", "has no digits on one side of its",
      "lacks digits on one side of the decimal point in", "has neither two nor three fields in",
      "does not have exactly two digits in the field", "has a calendar unit",
      "may have only days before its h", "has a field outside 00 to 59",
      "has a unit out of order", "has a repeated unit", "has a field outside 00 to 23",
      "has days, and so needs hours, minutes and seconds in",
    ]
    #expect(known.isSuperset(of: refused.keys), "\(refused)")
  }
}

extension SeededGenerator {
  private mutating func any<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  private mutating func space(atLeast count: Int = 0) -> String {
    (0..<number(count...2)).map { _ in
      any([" ", " ", "\t", "\u{A0}", "\u{202F}", "\u{2009}", "\u{3000}", "\u{200F}"])
    }.joined()
  }

  private mutating func cased(_ text: String) -> String {
    switch number(0...3) {
    case 0: text.uppercased()
    case 1: String(text.map { once(in: 2) ? Character($0.uppercased()) : $0 })
    default: text
    }
  }

  /// Writes digits in one of the scripts.
  private mutating func inScript(_ text: String) -> String {
    guard once(in: 4) else { return text }
    let zero = any([0x660, 0x6F0, 0x966, 0xFF10] as [UInt32])
    var result = ""
    for scalar in text.unicodeScalars {
      let digit =
        (0x30...0x39).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0x30 + zero) : nil
      result.unicodeScalars.append(digit ?? scalar)
    }
    return result
  }

  fileprivate mutating func units() -> Written<Duration> {
    let names: [(names: [String], length: Duration)] = [
      (["w", "wk", "week", "weeks"], .seconds(604_800)), (["d", "day", "days"], .seconds(86_400)),
      (["h", "hr", "hrs", "hour", "hours"], .seconds(3600)),
      (["m", "min", "mins", "minute", "minutes"], .seconds(60)),
      (["s", "sec", "secs", "second", "seconds"], .seconds(1)),
      (["ms", "msec", "milliseconds"], .milliseconds(1)),
    ]
    let first = number(0...names.count - 1)
    let count = number(1...3)
    var (text, value) = ("", Duration.zero)
    for (index, unit) in names[first...].prefix(count).enumerated() {
      if index > 0 {
        let comma = any(["", ",", "\u{60C}", "\u{FF0C}"])
        text += space() + comma
        text += once(in: 3) ? space(atLeast: 1) + cased("and") + space(atLeast: 1) : space()
      }
      let whole = number(0...120)
      text += "\(whole)"
      value += unit.length * whole
      if once(in: 5) {
        let tenth = number(1...9)
        text += any([".", ","]) + "\(tenth)"
        value += unit.length / 10 * tenth
      }
      text += space() + cased(any(unit.names))
    }
    return Written(text: inScript(space() + text + space()), value: value)
  }

  fileprivate mutating func fields() -> Written<Duration> {
    let (days, hours, minutes, seconds) = (
      number(0...3), number(0...23), number(0...59), number(0...59)
    )
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    var text = "\(hours):\(two(minutes)):\(two(seconds))"
    if days > 0 { text = "\(days)" + space() + any(["d", "day", "days", "days,"]) + " " + text }
    return Written(
      text: text, value: .seconds(days * 86_400 + hours * 3600 + minutes * 60 + seconds))
  }

  fileprivate mutating func clockTime() -> Written<ClockTime> {
    let (hour, minute, second) = (number(0...23), number(0...59), once(in: 2) ? number(0...59) : 0)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let isHalved = once(in: 2)
    let shown = isHalved ? (hour + 11) % 12 + 1 : hour
    var text = once(in: 2) ? two(shown) : "\(shown)"
    switch number(0...3) {
    case 0 where second == 0 && isHalved && minute == 0: break
    case 0 where second == 0: text = (isHalved ? text : two(shown)) + two(minute)
    case 1 where isHalved || second > 0:
      text += "." + two(minute) + (second > 0 ? "." + two(second) : "")
    default: text += ":" + two(minute) + (second > 0 ? ":" + two(second) : "")
    }
    if isHalved {
      let letter = hour < 12 ? "a" : "p"
      text += space() + cased(any([letter, letter + "m", letter + ".m.", letter + ".\u{A0}m."]))
    }
    return Written(
      text: inScript(space() + text + space()),
      value: ClockTime(hour: hour, minute: minute, second: second) ?? ClockTime(noonAt: 12))
  }

  /// Returns a text with something more, or without something that is neither a letter nor a digit. Within a number it
  /// would be another number, which stays as it is.
  fileprivate mutating func disturbed(_ text: String) -> String {
    var characters = Array(text)
    let place = number(0...characters.count)
    // Marks and what is invisible may stand in a number already.
    func counts(_ character: Character) -> Bool { character.isNumber || character.isLetter }
    let isInNumber =
      characters[..<place].last(where: counts)?.isNumber == true
      && characters[place...].first(where: counts)?.isNumber == true
    switch number(0...5) {
    case 0: characters.insert(any([" ", "\u{A0}", "\u{200B}", "\u{202F}"]), at: place)
    case 1 where !isInNumber: characters.insert(any([",", "\u{60C}", "."]), at: place)
    case 2: characters.insert(contentsOf: any([" and ", "and", " AND", "und ", "&"]), at: place)
    case 3 where !isInNumber:
      characters.insert(any([":", "+", "\u{AD}", "\u{202E}", ";", "x"]), at: place)
    case 4, 5:
      guard !isInNumber, place < characters.count,
        !characters[place].isNumber, !characters[place].isLetter
      else { break }
      characters.remove(at: place)
    default: break
    }
    return String(characters)
  }
}

extension ClockTime {
  fileprivate init(noonAt hour: Int) {
    guard let noon = ClockTime(hour: hour, minute: 0) else { preconditionFailure("no such hour") }
    self = noon
  }
}

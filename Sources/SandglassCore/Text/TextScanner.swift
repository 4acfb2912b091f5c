/// A cursor over the bytes of a text that is parsed as ASCII.
///
/// The scanner works on the UTF-8 bytes of the ``Swift/String/plainText``, so it needs no Unicode tables. The bytes that
/// are not ASCII count as letters, which keeps the bytes of one character together.
struct TextScanner {
  private let bytes: [UInt8]
  private var end: Int

  /// The index of the next byte.
  private(set) var position = 0

  init(_ text: String) {
    bytes = text.plainText
    end = bytes.count
  }

  var isAtEnd: Bool { position == end }

  /// The next byte, or `nil` at the end.
  var next: UInt8? { isAtEnd ? nil : bytes[position] }

  /// The unread bytes.
  var rest: ArraySlice<UInt8> { bytes[position..<end] }

  /// Returns the bytes read since `start`, an earlier ``position``.
  func read(since start: Int) -> ArraySlice<UInt8> { bytes[start..<position] }

  /// Goes back to `start`, an earlier ``position``.
  mutating func goBack(to start: Int) { position = start }

  /// Consumes the next byte if it is `character`, in upper or lower case.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next, next.lowercasedASCII == UInt8(ascii: character).lowercasedASCII else {
      return false
    }
    position += 1
    return true
  }

  /// Consumes the next word if it is `word`, in upper or lower case.
  mutating func take(word: String) -> Bool {
    let start = position
    let isWord = takeWord().lazy.map { $0.lowercasedASCII }.elementsEqual(word.utf8)
    if !isWord { position = start }
    return isWord
  }

  /// Consumes the digits that come next, at most `limit` of them.
  mutating func takeDigits(atMost limit: Int = .max) -> ArraySlice<UInt8> {
    takeWhile(atMost: limit) { $0.isDigit }
  }

  /// Consumes the letters that come next.
  mutating func takeWord() -> ArraySlice<UInt8> {
    takeWhile(atMost: .max) { $0.isLetter }
  }

  /// Consumes the next character, or the whole next word if it is a letter.
  mutating func takeCharacter() -> ArraySlice<UInt8> {
    let word = takeWord()
    return word.isEmpty ? takeWhile(atMost: 1) { _ in true } : word
  }

  mutating func skipSpaces() {
    _ = takeWhile(atMost: .max) { $0.isSpace }
  }

  /// Excludes the spaces at both ends.
  mutating func trimSpaces() {
    skipSpaces()
    while position < end, bytes[end - 1].isSpace {
      end -= 1
    }
  }

  private mutating func takeWhile(
    atMost limit: Int, _ belongs: (UInt8) -> Bool
  ) -> ArraySlice<UInt8> {
    let start = position
    while position < end, position - start < limit, belongs(bytes[position]) {
      position += 1
    }
    return read(since: start)
  }
}

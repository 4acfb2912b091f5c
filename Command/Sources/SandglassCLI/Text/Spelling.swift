/// Finds the word that somebody meant to type.
enum Spelling {
  /// Returns the word that is most like the given one; nil if none is like it.
  ///
  /// A word is like another one if at most two letters are to be changed, added, left out or exchanged, and at least half
  /// of it stays as it is. Capital letters are like small ones.
  static func nearest(to word: String, among words: [String]) -> String? {
    let letters = Array(word.lowercased())
    let limit = min(2, letters.count / 2)
    let found = words.map { (word: $0, letters: Array($0.lowercased())) }
      .filter { abs($0.letters.count - letters.count) <= limit }
      .map { (word: $0.word, distance: distance(letters, $0.letters)) }
      .min { $0.distance < $1.distance }
    return found.flatMap { $0.distance <= limit ? $0.word : nil }
  }

  /// Returns how many letters are to be changed, added, left out or exchanged with the next one.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var (before, last) = ([Int](), Array(0...right.count))
    for row in 0..<left.count {
      var next = [row + 1]
      for column in 0..<right.count {
        let isSame = left[row] == right[column]
        var least = min(last[column + 1] + 1, next[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[right.count]
  }
}

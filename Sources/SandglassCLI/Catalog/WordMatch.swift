/// Which kept countdown a word means.
enum WordMatch: Equatable {
  /// The one with this id.
  case one(String)

  /// Any of those with these ids.
  case several([String])

  /// None.
  case none

  /// Finds what `word` means: the id that it is, else the label that it is, else the label that
  /// it is but for capitals.
  ///
  /// - Parameters:
  ///   - word: What was typed.
  ///   - labels: The ids of all kept countdowns, each with the label if it has one.
  init(_ word: String, among labels: [(id: String, label: String?)]) {
    let byBytes = labels.filter { $0.id.utf8.elementsEqual(word.utf8) }
    let byID = labels.filter { $0.id == word }
    let byLabel = labels.filter { $0.label == word }
    let byLetters = labels.filter { $0.label?.lowercased() == word.lowercased() }
    let found = [byBytes, byID, byLabel, byLetters].first { !$0.isEmpty } ?? []
    switch found.count {
    case 0: self = .none
    case 1: self = .one(found[0].id)
    default: self = .several(found.map(\.id))
    }
  }
}

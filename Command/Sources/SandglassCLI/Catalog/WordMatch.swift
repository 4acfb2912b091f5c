/// The kept countdowns that an id or a label matches.
enum WordMatch: Equatable {
  /// The countdown with this id.
  case one(String)

  /// Several countdowns, with these ids.
  case several([String])

  /// No countdown.
  case none

  /// Finds the countdowns whose id is `word`. If there are none, finds those whose label is `word`,
  /// and if there are none of those either, those whose label differs from `word` only in case.
  ///
  /// - Parameters:
  ///   - word: The id or label to find.
  ///   - labels: The ids of all kept countdowns, each with its label if it has one.
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

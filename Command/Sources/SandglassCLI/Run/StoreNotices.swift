import Sandglass
import SandglassCore
import SandglassLedger

/// What is said of a store that fails, a state machine: each trouble once, and that it is over.
struct StoreNotices {
  /// The troubles that have been told and go on, without the records that they concern.
  private var told: [CountdownStoreError] = []

  /// Returns the lines to say, if any.
  ///
  /// - Parameter errors: The errors of all records at this time.
  /// - Returns: A line if what may pass is over, and a line for each trouble that is new.
  mutating func note(_ errors: [CountdownStoreError]) -> [String] {
    var kinds: [(kind: CountdownStoreError, all: [CountdownStoreError])] = []
    for error in errors {
      let kind = CountdownStoreError(error.kind, id: nil, underlying: error.underlying)
      if let index = kinds.firstIndex(where: { $0.kind == kind }) {
        kinds[index].all.append(error)
      } else {
        kinds.append((kind, [error]))
      }
    }
    let hadPassing = told.contains(where: \.mayPass)
    let new = kinds.filter { !told.contains($0.kind) }
    told = kinds.map(\.kind)
    let isOver = hadPassing && !told.contains(where: \.mayPass)
    return (isOver ? ["the records are written again"] : []) + new.map { Self.text($0.all) }
  }

  private static func text(_ errors: [CountdownStoreError]) -> String {
    let first = errors[0]
    let others = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
    switch first.kind {
    case .notSaved, .unavailable: return "\(first)\(others); tried again until that is possible"
    case .foreign, .invalidID, .damaged(_, setAsideAs: nil): return "not kept: \(first)\(others)"
    default: return "\(first)\(others)"
    }
  }
}

extension CountdownStoreError {
  /// Whether trying again may help.
  var mayPass: Bool { kind == .notSaved || kind == .unavailable }
}

/// Names in one line, of which there may be a hundred thousand.
enum NameList {
  private static let most = 10

  static func text(_ names: [String]) -> String {
    let others = names.count - most
    return names.prefix(most).map { "\"\($0)\"" }.joined(separator: ", ")
      + (others > 0 ? " and \(others) more" : "")
  }
}

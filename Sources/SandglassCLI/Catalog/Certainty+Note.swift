import Sandglass

extension Certainty {
  /// What a person should know of a time that is told; nil if it is exact.
  var note: String? {
    switch self {
    case .exact: nil
    case .estimated:
      "estimated: the system was restarted, and the wall clock says how much time has passed"
    case .suspect:
      "suspect: the clocks contradict the record; no more than this is left"
    }
  }
}

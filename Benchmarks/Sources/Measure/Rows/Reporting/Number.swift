import Foundation

extension Double {
  /// The number without trailing zeros: `0.6`, `1000`.
  var plain: String { self == rounded() ? Int(self).grouped : String(self) }

  /// The number with three significant digits: `0.123`, `12.3`, `1230`.
  var short: String {
    if self == rounded(), magnitude < 1000 { return String(Int(self)) }
    return switch magnitude {
    case ..<1: String(format: "%.3f", self)
    case ..<10: String(format: "%.2f", self)
    case ..<100: String(format: "%.1f", self)
    default: Int(rounded()).grouped
    }
  }
}

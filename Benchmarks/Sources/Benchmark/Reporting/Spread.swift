/// The middle and the ends of some values.
struct Spread: Codable {
  let median: Double
  let least: Double
  let most: Double

  /// Looks at the values that are there; nil if none is.
  init?(_ values: [Double?]) {
    let sorted = values.compactMap { $0 }.sorted()
    guard let least = sorted.first, let most = sorted.last else { return nil }
    let middle = sorted.count / 2
    let isOdd = sorted.count % 2 == 1
    median = isOdd ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    self.least = least
    self.most = most
  }
}

/// The median, the minimum and the maximum of some values.
struct Spread: Codable {
  let median: Double
  let least: Double
  let most: Double

  /// Computes the spread of the values that are not nil. Returns nil if there are none.
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

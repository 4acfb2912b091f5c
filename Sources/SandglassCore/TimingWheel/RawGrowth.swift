/// By how much the memory of a wheel grows.
@usableFromInline
enum RawGrowth {
  /// The capacity after the one given: twice as much while it is small, for each step leaves memory
  /// behind that malloc keeps; then a quarter more.
  @usableFromInline
  static func next(after capacity: Int) -> Int {
    capacity < 64 ? max(4, 2 * capacity) : capacity + capacity / 4
  }
}

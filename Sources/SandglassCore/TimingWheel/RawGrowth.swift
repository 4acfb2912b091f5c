/// By how much the memory of a wheel grows.
@usableFromInline
enum RawGrowth {
  /// The capacity after the one given: a quarter more, and a little for the small ones.
  @usableFromInline
  static func next(after capacity: Int) -> Int {
    max(4, capacity + capacity / 4 + 2)
  }
}

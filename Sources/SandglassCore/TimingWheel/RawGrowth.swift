/// By how much the memory of a wheel grows.
@usableFromInline
enum RawGrowth {
  /// The capacity after the one given: half as much again, and a quarter more once that is a lot.
  @usableFromInline
  static func next(after capacity: Int) -> Int {
    capacity < 4096 ? max(4, capacity + capacity / 2) : capacity + capacity / 4
  }
}

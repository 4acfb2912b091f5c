/// A growable vector for elements that need not be copyable. `RawVector` and `NodeStore` are the only types of the
/// wheel that manage memory manually.
///
/// An array would check every index, and would check on every mutation whether its storage is uniquely referenced. This
/// vector cannot be copied, so its storage always has one owner. The types that use the vector guarantee that their
/// indices are valid. The tests check the invariants of these types after every step, and debug builds check every
/// index.
@frozen
@usableFromInline
struct RawVector<Element: ~Copyable>: ~Copyable {
  /// The address of the first element; `nil` until memory is first allocated.
  @usableFromInline var start: UnsafeMutablePointer<Element>?
  @usableFromInline var length: UInt32 = 0
  @usableFromInline var capacity: UInt32 = 0

  @inlinable
  init() {}

  /// Creates an empty vector with exactly the given capacity.
  @inlinable
  init(capacity: Int) {
    grow(to: capacity)
  }

  @inlinable
  deinit {
    // Exactly the first `length` elements are initialised. All methods maintain this.
    start?.deinitialize(count: Int(length))
    start?.deallocate()
  }

  /// The number of elements.
  @inlinable
  var count: Int { Int(length) }

  /// Whether the vector has no elements.
  @inlinable
  var isEmpty: Bool { length == 0 }

  /// Whether appending another element requires growth.
  @inlinable
  var isFull: Bool { length == capacity }

  /// The element at the given position, which must be valid.
  @inlinable
  subscript(position: Int) -> Element {
    @inline(__always) unsafeAddress { UnsafePointer(address(of: position)) }
    @inline(__always) unsafeMutableAddress { address(of: position) }
  }

  @inlinable @inline(__always)
  func address(of position: Int) -> UnsafeMutablePointer<Element> {
    assert(position >= 0 && position < count, "A position outside the vector")
    // The vector has elements, so its memory is allocated.
    return start.unsafelyUnwrapped + position
  }

  /// Appends an element; amortised O(1).
  @inlinable
  mutating func append(_ element: consuming Element) {
    if isFull { grow() }
    push(element)
  }

  /// Appends an element without growing; O(1). The vector must not be full.
  @inlinable @inline(__always)
  mutating func push(_ element: consuming Element) {
    assert(!isFull, "No room for an element")
    (start.unsafelyUnwrapped + count).initialize(to: element)
    length &+= 1
  }

  /// Removes and returns the last element. The vector must not be empty.
  @inlinable
  mutating func removeLast() -> Element {
    assert(length > 0, "No element to remove")
    length &-= 1
    return (start.unsafelyUnwrapped + count).move()
  }

  /// Removes all elements, keeping the capacity.
  @inlinable
  mutating func removeAll() {
    start?.deinitialize(count: count)
    length = 0
  }

  @inlinable @inline(never)
  mutating func grow() {
    grow(to: RawGrowth.next(after: Int(capacity)))
  }

  /// Moves all elements to a larger allocation.
  @inlinable
  mutating func grow(to wanted: Int) {
    precondition(wanted < UInt32.max, "A vector holds less than 2^32 elements")
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: wanted)
    if let start {
      larger.moveInitialize(from: start, count: count)
      start.deallocate()
    }
    start = larger
    capacity = UInt32(truncatingIfNeeded: wanted)
  }
}

extension RawVector where Element: BitwiseCopyable {
  /// Keeps the elements in `range` for which `kept` returns 1, and removes those for which it returns 0. The range must
  /// be valid. The last elements of the vector fill the gap.
  ///
  /// The result of `kept` is added instead of tested, so that no branch depends on it. The results are practically
  /// random, and a branch misprediction costs more than an unnecessary copy.
  @inlinable @inline(__always)
  mutating func filter(_ range: Range<Int>, _ kept: (Element) -> Int) {
    guard !range.isEmpty else { return }
    assert(range.lowerBound >= 0 && range.upperBound <= count, "A range outside the vector")
    // The vector has elements, so its memory is allocated.
    let start = start.unsafelyUnwrapped
    var end = range.lowerBound
    for position in range {
      let element = start[position]
      start[end] = element
      end &+= kept(element)
    }
    let gap = range.upperBound - end
    let moved = min(gap, count - range.upperBound)
    (start + end).update(from: start + (count - moved), count: moved)
    length &-= UInt32(truncatingIfNeeded: gap)
  }
}

// Sendable: the vector is the only owner of its memory, and no pointer into it escapes.
extension RawVector: @unchecked Sendable where Element: Sendable & ~Copyable {}

/// The growth policy for the memory of a wheel.
@usableFromInline
enum RawGrowth {
  /// The capacity to grow to from the given one. A small capacity doubles, because malloc holds on to the memory that
  /// each step frees. A larger capacity grows by a quarter.
  @usableFromInline
  static func next(after capacity: Int) -> Int {
    capacity < 64 ? max(4, 2 * capacity) : capacity + capacity / 4
  }
}

/// A vector that grows, for elements that need not be copyable: with `NodeStore` one of the
/// two places of the wheel that handle memory themselves.
///
/// An array would check each index, and for each change whether it shares its memory; here both
/// are known from the structures that use it, whose invariants the tests check after every
/// step. Debug builds check each index as well.
@frozen
@usableFromInline
struct RawVector<Element: ~Copyable>: ~Copyable {
  /// Where the elements are; nil before there was one.
  @usableFromInline var start: UnsafeMutablePointer<Element>?
  @usableFromInline var length: UInt32 = 0
  @usableFromInline var capacity: UInt32 = 0

  @inlinable
  init() {}

  /// Makes an empty vector with room for so many elements, and no more.
  @inlinable
  init(capacity: Int) {
    grow(to: capacity)
  }

  @inlinable
  deinit {
    // Exactly the first `length` elements are initialised, here and in all that follows.
    start?.deinitialize(count: Int(length))
    start?.deallocate()
  }

  /// The number of elements.
  @inlinable
  var count: Int { Int(length) }

  /// Whether there are none.
  @inlinable
  var isEmpty: Bool { length == 0 }

  /// Whether there is no room for another.
  @inlinable
  var isFull: Bool { length == capacity }

  /// The element at a position, which must exist.
  @inlinable
  subscript(position: Int) -> Element {
    @inline(__always) unsafeAddress { UnsafePointer(address(of: position)) }
    @inline(__always) unsafeMutableAddress { address(of: position) }
  }

  @inlinable @inline(__always)
  func address(of position: Int) -> UnsafeMutablePointer<Element> {
    assert(position >= 0 && position < count, "A position outside the vector")
    // There are elements, and so there is memory.
    return start.unsafelyUnwrapped + position
  }

  /// Adds an element at the end; O(1), the growth spread over all.
  @inlinable
  mutating func append(_ element: consuming Element) {
    if isFull { grow() }
    push(element)
  }

  /// Adds an element at the end, for which there must be room; O(1).
  @inlinable @inline(__always)
  mutating func push(_ element: consuming Element) {
    assert(!isFull, "No room for an element")
    (start.unsafelyUnwrapped + count).initialize(to: element)
    length &+= 1
  }

  /// Takes away the last element, which must exist.
  @inlinable
  mutating func removeLast() -> Element {
    assert(length > 0, "No element to remove")
    length &-= 1
    return (start.unsafelyUnwrapped + count).move()
  }

  /// Takes away all elements; the memory is kept.
  @inlinable
  mutating func removeAll() {
    start?.deinitialize(count: count)
    length = 0
  }

  @inlinable @inline(never)
  mutating func grow() {
    grow(to: RawGrowth.next(after: Int(capacity)))
  }

  /// Moves all elements to larger memory.
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
  /// Keeps of the elements in `range`, which must exist, those for which `kept` answers one and not
  /// zero; the last elements of the vector fill the gap.
  ///
  /// The answer is added up, for no branch may depend on it: it is as good as random, and to guess
  /// wrong costs more than to copy in vain.
  @inlinable @inline(__always)
  mutating func filter(_ range: Range<Int>, _ kept: (Element) -> Int) {
    guard !range.isEmpty else { return }
    assert(range.lowerBound >= 0 && range.upperBound <= count, "A range outside the vector")
    // There are elements, and so there is memory.
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

// Sendable: the vector alone holds its memory, and hands out nothing that points into it.
extension RawVector: @unchecked Sendable where Element: Sendable & ~Copyable {}

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

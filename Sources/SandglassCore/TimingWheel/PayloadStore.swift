/// The payloads of a wheel, by the numbers of their nodes: a place holds one exactly while its node
/// is used.
///
/// It keeps no account of its own of which places do: the nodes tell, so that a payload takes no
/// more memory than itself. Whoever owns the store takes all payloads out before letting it go.
@frozen
@usableFromInline
struct PayloadStore<Payload>: ~Copyable {
  /// Where the places are; nil before there was one.
  @usableFromInline var start: UnsafeMutablePointer<Payload>?
  @usableFromInline var capacity = 0

  @inlinable
  init() {}

  @inlinable
  deinit {
    // Holds nothing any more, as its owner has seen to.
    start?.deallocate()
  }

  /// Puts a payload into the empty place of a node of `schedule`; all nodes below have a place.
  @inlinable
  mutating func put(
    _ payload: consuming Payload, at place: Int, of schedule: borrowing TimerSchedule
  ) {
    if place >= capacity { grow(schedule) }
    // There is room for the place now, and so there is memory.
    (start.unsafelyUnwrapped + place).initialize(to: payload)
  }

  /// Takes the payload out of a place that holds one.
  @inlinable
  func take(at place: Int) -> Payload {
    assert(place >= 0 && place < capacity, "A place outside the store")
    return (start.unsafelyUnwrapped + place).move()
  }

  @inlinable @inline(never)
  mutating func grow(_ schedule: borrowing TimerSchedule) {
    let wanted = RawGrowth.next(after: capacity)
    let larger = UnsafeMutablePointer<Payload>.allocate(capacity: wanted)
    if let start {
      for place in 0..<capacity where schedule.isUsed(place) {
        (larger + place).moveInitialize(from: start + place, count: 1)
      }
      start.deallocate()
    }
    start = larger
    capacity = wanted
  }
}

// Sendable: the store alone holds its memory, and hands out nothing that points into it.
extension PayloadStore: @unchecked Sendable where Payload: Sendable {}

/// The name a ``TimingWheel`` gives to one of its entries, to remove or move it later.
///
/// A token is eight bytes and holds nothing alive. Once its entry was removed or handed out the
/// token is used up: it names nothing any more and never names a later entry. It means nothing
/// to any other wheel than the one that made it.
public struct TimerToken: Sendable, Hashable {
  /// The entry's node in the wheel's storage.
  @usableFromInline let index: UInt32
  /// The use of that node, counted from its first.
  @usableFromInline let generation: UInt32

  @inlinable
  init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

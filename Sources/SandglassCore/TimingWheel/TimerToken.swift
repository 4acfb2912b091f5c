/// A handle for an entry of a ``TimingWheel``, to remove or move the entry later.
///
/// A token takes up eight bytes and retains nothing. Once its entry has been removed or handed out, the token is no
/// longer valid, and it never identifies a later entry. A token is meaningful only to the wheel that created it.
public struct TimerToken: Sendable, Hashable {
  /// The entry's node in the wheel's storage.
  @usableFromInline let index: UInt32
  /// The generation of that node.
  @usableFromInline let generation: UInt32

  @inlinable
  init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}

/// One slot of a wheel: the nodes of its entries, densely packed.
///
/// The nodes stand in no order until somebody asks for the earliest. Then they are made a binary
/// heap and kept one until the slot is emptied, so that asking again and again while entries
/// come and go never searches the whole slot.
struct WheelSlot {
  /// The nodes of the entries.
  var entries: [NodeIndex] = []
  /// Whether the nodes are kept as a binary heap, the earliest first.
  var isHeap = false
}

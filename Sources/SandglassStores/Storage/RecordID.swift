import Sandglass
import SandglassCore
import SandglassLedger
/// An id that is compared and ordered by its UTF-8 bytes. Two strings with different bytes can be equal in Swift.
struct RecordID: Hashable, Comparable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: RecordID, right: RecordID) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  static func < (left: RecordID, right: RecordID) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    // One call for all bytes is many times as fast as one for each.
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

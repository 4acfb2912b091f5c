import Sandglass
import SandglassCore
import SandglassLedger
/// The identity of a record among all records of a process.
struct RecordKey: Hashable {
  let store: StoreKey
  private let recordID: RecordID

  var id: String { recordID.text }

  init(_ store: StoreKey, id: String) {
    self.store = store
    recordID = RecordID(id)
  }
}

/// The identity of a store of one kind of records among all stores of a process.
struct StoreKey: Hashable {
  private let kind: RecordName.Kind
  private let type: ObjectIdentifier
  private let identity: RecordID

  init(_ kind: RecordName.Kind, _ type: any Any.Type, _ identity: String) {
    self.kind = kind
    self.type = ObjectIdentifier(type)
    self.identity = RecordID(identity)
  }
}

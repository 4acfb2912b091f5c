/// The identity of a record among all records of a process.
struct RecordKey: Hashable {
  private let kind: RecordName.Kind
  private let kindOfStore: ObjectIdentifier
  private let store: RecordID
  private let recordID: RecordID

  var id: String { recordID.text }

  init(_ store: any CountdownStore, id: String) {
    self.init(.countdown, in: type(of: store), store.identity, id)
  }

  init(_ store: any StopwatchStore, id: String) {
    self.init(.stopwatch, in: type(of: store), store.identity, id)
  }

  private init(_ kind: RecordName.Kind, in type: any Any.Type, _ identity: String, _ id: String) {
    self.kind = kind
    kindOfStore = ObjectIdentifier(type)
    store = RecordID(identity)
    recordID = RecordID(id)
  }
}

/// The identity of a store among all stores of a process.
struct StoreKey: Hashable {
  private let kind: ObjectIdentifier
  private let identity: RecordID

  init(_ store: any CountdownStore) {
    kind = ObjectIdentifier(type(of: store))
    identity = RecordID(store.identity)
  }
}

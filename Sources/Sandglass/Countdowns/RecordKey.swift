/// What tells the record of a kept countdown from all others in a process.
struct RecordKey: Hashable {
  private let store: AnyHashable
  private let id: String

  /// Makes the key of the record with an id in a store. Stores that are files are the same if their
  /// folders are; others if they are the same object, or of the same type.
  init(_ store: any CountdownStore, id: String) {
    if let files = store as? FileCountdownStore {
      self.store = files.folder
    } else if type(of: store) is AnyClass {
      self.store = ObjectIdentifier(store as AnyObject)
    } else {
      self.store = ObjectIdentifier(type(of: store))
    }
    self.id = id
  }
}

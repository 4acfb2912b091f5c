import SandglassCore

/// What is to be done about the record of a kept countdown.
enum RecordChange {
  case save(CountdownRecord)
  case remove
  case none

  /// Does it; answers why it could not be done.
  func carryOut(in store: any CountdownStore, id: String) -> CountdownStoreError? {
    do throws(CountdownStoreError) {
      switch self {
      case .save(let record): try store.save(record)
      case .remove: try store.remove(id)
      case .none: break
      }
      return nil
    } catch {
      return error
    }
  }
}

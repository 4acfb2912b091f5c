import Sandglass

/// The kind of the store's error that a call throws; nil if it throws none.
func errorKind(_ call: () throws -> Void) -> CountdownStoreError.Kind? {
  do {
    try call()
    return nil
  } catch {
    return (error as? CountdownStoreError)?.kind
  }
}

@testable import Sandglass

/// What a call on a store throws: the kind of its error, and the code of the system's error under it.
struct ErrorKind: Equatable {
  let kind: CountdownStoreError.Kind
  let code: Int32?

  static func unavailable(code: Int32) -> ErrorKind { ErrorKind(kind: .unavailable, code: code) }

  static func notSaved(code: Int32) -> ErrorKind { ErrorKind(kind: .notSaved, code: code) }
}

/// What a call throws, if that is the error of a store.
func storeError(_ call: () throws -> Void) -> ErrorKind? {
  do {
    try call()
    return nil
  } catch {
    guard let error = error as? CountdownStoreError else { return nil }
    return ErrorKind(kind: error.kind, code: (error.underlying as? FileError)?.code)
  }
}

/// The kind of the store's error that a call throws; nil if it throws none.
func errorKind(_ call: () throws -> Void) -> CountdownStoreError.Kind? {
  storeError(call)?.kind
}

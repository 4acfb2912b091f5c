import SandglassCore
import SandglassLedger

@testable import Sandglass

/// The error that a call on a store throws: its kind, and the code of the underlying system error.
struct ErrorKind: Equatable {
  let kind: CountdownStoreError.Kind
  let code: Int32?

  static func unavailable(code: Int32) -> ErrorKind { ErrorKind(kind: .unavailable, code: code) }

  static func notSaved(code: Int32) -> ErrorKind { ErrorKind(kind: .notSaved, code: code) }
}

/// The error that a call throws, if it is a store error.
func storeError(_ call: () throws -> Void) -> ErrorKind? {
  do {
    try call()
    return nil
  } catch {
    guard let error = error as? CountdownStoreError else { return nil }
    return ErrorKind(kind: error.kind, code: (error.underlying as? FileError)?.code)
  }
}

/// The kind of the store error that a call throws, or nil if it throws none.
func errorKind(_ call: () throws -> Void) -> CountdownStoreError.Kind? {
  storeError(call)?.kind
}

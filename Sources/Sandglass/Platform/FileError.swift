/// Why the system refused a call on files.
struct FileError: Error, Hashable, CustomStringConvertible {
  /// The `errno` of the call.
  let code: Int32

  var description: String { "\(FileCalls.message(of: code)) (error \(code))" }
}

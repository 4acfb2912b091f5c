/// The source line at which a timer was made.
struct SourceLine: Sendable {
  let fileID: StaticString
  let line: UInt32
}

extension SourceLine: CustomStringConvertible {
  var description: String { "\(fileID):\(line)" }
}

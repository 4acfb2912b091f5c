/// The source line on which a timer was created.
struct SourceLine: Sendable {
  let fileID: StaticString
  let line: UInt32
}

extension SourceLine: CustomStringConvertible {
  var description: String { "\(fileID):\(line)" }
}

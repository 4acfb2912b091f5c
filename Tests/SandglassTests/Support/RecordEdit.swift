import Testing

/// An invalid record with a correct checksum, and the expected error.
struct RecordEdit: Sendable, CustomTestStringConvertible {
  let from: String
  let to: String
  let reason: String

  init(_ from: String, _ to: String, _ reason: String) {
    self.from = from
    self.to = to
    self.reason = reason
  }

  var testDescription: String { "\(from.debugDescription) becomes \(to.debugDescription)" }

  static let all: [RecordEdit] = [
    .init("\"unit\" : \"0.1 s\"", "\"unit\" : \"-0.1 s\"", "unit is -0.1 s; accepted: more than 0"),
    .init("\"unit\" : \"0.1 s\"", "\"unit\" : \"0 s\"", "unit is 0 s"),
    .init("\"unit\" : \"0.1 s\"", "\"unit\" : 0.1", "record.options.unit"),
    .init(
      "\"unit\" : \"0.1 s\"", "\"unit\" : \"1e3 s\"",
      "record.options.unit is \"1e3 s\"; accepted: 1500.5 s, to the attosecond"),
    .init("\"5.5 s\"", "\"0 s\"", "milestone is 0 s; accepted: more than 0 s"),
    .init("\"5.5 s\"", "\"-1 s\"", "milestone is -1 s"),
    .init("\"5.5 s\"", "null", "record.options.milestones"),
    .init("\"5.5 s\"", "\"elapsed -1 s\"", "milestone is elapsed -1 s"),
    .init(
      "\"5.5 s\"", "\"progress nan\"", "milestone is progress nan; accepted: more than 0 s, or"),
    .init("\"5.5 s\"", "\"progress 1\"", "milestone is progress 1.0"),
    .init(
      "\"5.5 s\"", "\"half 1\"",
      "\"half 1\"; accepted: 1500.5 s, elapsed 1500.5 s, progress 0.5"),
    .init(
      "\"milestones\"", "\"milestoneLatenessLimit\" : \"-1 s\", \"milestones\"",
      "milestoneLatenessLimit is -1 s; accepted: 0 s or more"),
    .init("\"0.003 s\"", "\"-0.003 s\"", "tolerance is -0.003 s; accepted: 0 s or more"),
    .init(
      "\"running\"", "\"sleeping\"",
      "record.state.kind is \"sleeping\"; accepted: idle, running, paused, overtime, finished"),
    .init("\"running\"", "\"run\\nning\"", "record.state.kind is \"run\\nning\""),
    .init("\"running\"", "\"paused\"", "its state is paused and has no remaining"),
    .init("\"running\"", "\"finished\"", "its state is finished and has no end"),
    .init("\"deadline\"", "\"deadlock\"", "its state is running and has no deadline"),
    .init(
      "\"nearest\"", "\"sideways\"",
      "record.options.rounding is \"sideways\"; accepted: up, nearest, down"),
    .init("\"duration\"", "\"nothing\"", "its target has 0 of duration"),
    .init(
      "\"duration\" : ", "\"wall\" : \"@0\", \"duration\" : ", "its target has 2 of duration"),
    .init("\"3960.000000001 s\"", "\"-1 s\"", "record.written.steady"),
    .init("\"3960.000000001 s\"", "\"18446744073.709551616 s\"", "record.written.steady"),
    .init("123456789Z\"\n    }\n", "123456789\"\n    }\n", "record.written.wall"),
    .init("\"id\"", "\"di\"", "it has no record.id"),
    .init("\"total\"", "\"sum\"", "it has no record.total"),
    .init("\"version\" : 1", "\"version\" : 0", "its version is 0"),
    .init("\"version\" : 1", "\"version\" : -1", "its version is -1"),
    .init("\"version\" : 1", "\"version\" : \"1\"", "its version has the wrong type"),
    .init("\"version\" : 1", "\"version\" : 99999999999999999999", "JSON"),
    .init("\"record\" : {", "\"record\" : {{", "JSON"),
  ]
}

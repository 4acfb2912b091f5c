/// A line of the table: a figure of ours, and what it is compared with.
struct Line {
  let row: Row
  /// What is measured, in words.
  let what: String
  let subject: Subject
  /// The name of the figure, as the measured programs print it.
  let figure: String
  let unit: String
  /// What it is compared with: the best of these.
  var references: [Subject] = []
  var goal: Goal?
}

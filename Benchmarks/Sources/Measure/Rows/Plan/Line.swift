/// A line of the table: one of our figures, and the programs that it is compared with.
struct Line {
  let row: Row
  /// A description of the measurement.
  let what: String
  let subject: Subject
  /// The name of the figure, as the measured programs print it.
  let figure: String
  let unit: String
  /// The programs to compare with. The best of them is the reference.
  var references: [Subject] = []
  var goal: Goal?
}

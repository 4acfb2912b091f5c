/// A limit of the system that leaves no room for what was asked for.
struct SystemLimitError: Error, Equatable {
  /// One line that says what is needed, what there is, and what is accepted.
  let message: String
}

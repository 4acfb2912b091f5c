/// Words that the program refuses, with one line that says what was wrong and what is accepted.
struct UsageError: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// An open file or folder, which is closed when the value is destroyed.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    FileCalls.closeDescriptor(number)
  }
}

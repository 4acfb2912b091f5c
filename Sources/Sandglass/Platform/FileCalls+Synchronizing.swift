extension FileCalls {
  /// Synchronises a file by a thorough order, or by a plain one where the file system does not know
  /// the thorough one.
  ///
  /// Any other failure is thrown: where the disk fails or is full, the plain order may report
  /// success although the bytes are lost.
  static func synchronize(
    thoroughly: () throws(FileError) -> Void, orPlainly: () throws(FileError) -> Void
  ) throws(FileError) {
    do throws(FileError) {
      try thoroughly()
    } catch {
      guard error.isUnsupported else { throw error }
      try orPlainly()
    }
  }
}

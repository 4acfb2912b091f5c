/// A small text file that is read and replaced as a whole.
enum TextFile {
  /// The error for a file that cannot be read or written, as the end of a sentence.
  struct Failure: Error, Equatable {
    let message: String
  }

  /// The size of the largest file that is read.
  private static let sizeLimit = 1_000_000

  /// Reads a file. Returns nil if it does not exist.
  static func read(_ path: String) throws(Failure) -> String? {
    // Without O_NONBLOCK, a pipe in the place of the file would block.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("cannot be read")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(message: "is not a file; accepted: a text file")
    }
    guard status.st_size <= sizeLimit else {
      throw Failure(message: "has \(status.st_size) bytes; accepted: at most \(sizeLimit)")
    }
    let bytes = try bytes(of: descriptor)
    let text = String(decoding: bytes, as: UTF8.self)
    // Bytes that are not UTF-8 have been replaced.
    guard text.utf8.elementsEqual(bytes) else {
      throw Failure(message: "is not UTF-8; accepted: a text file in UTF-8")
    }
    return text
  }

  /// Replaces a file as a whole or not at all. Creates its folder, and the folders around it.
  static func replace(_ path: String, with text: String) throws(Failure) {
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    let draft = path + ".draft-\(getpid())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be written") }
    var error = FileDescriptor.writeAll(Array(text.utf8), to: descriptor)
    if error == nil, fsync(descriptor) != 0 { error = errno }
    close(descriptor)
    if error == nil, rename(draft, path) != 0 { error = errno }
    guard let error else { return }
    unlink(draft)
    errno = error
    throw failure("cannot be written")
  }

  /// Creates a folder, and the folders around it, unless they exist. A new user has no `~/.config`.
  private static func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try makeFolder(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    }
    throw failure("has no folder")
  }

  private static func bytes(of descriptor: Int32) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= sizeLimit {
      let count = readBytes(descriptor, &buffer)
      guard count >= 0 else { throw failure("cannot be read") }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  private static func failure(_ what: String) -> Failure {
    Failure(message: what + ": " + String(cString: strerror(errno)))
  }
}

/// The C function `read`, which cannot be called where a method has the same name.
private func readBytes(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}

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

  /// Reads a file, and replaces it as a whole or not at all. Creates its folder, and the folders around it.
  ///
  /// Of several processes that change the file in this way, each begins with what the one before has written. The file
  /// that a link points at is the one that is changed, and its mode stays as it is.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - change: Returns the new text. It gets the text of the file; nil if there is none.
  /// - Throws: ``Failure`` if the file cannot be read or written, or if `change` throws.
  static func change(
    _ path: String, _ change: (String?) throws(Failure) -> String
  ) throws(Failure) {
    let path = target(of: path)
    let folder = folder(of: path)
    if !folder.isEmpty { try makeFolder(folder) }
    let lock = try lock(folder)
    // Closing the descriptor releases the lock.
    defer { close(lock) }
    try replace(path, with: try change(try read(path)))
    fsync(lock)
  }

  /// How long a change waits for others, in milliseconds. Each of them takes a few.
  private static let patience = 10_000

  /// Locks a folder, so that nobody else changes a file in it in this way.
  private static func lock(_ folder: String) throws(Failure) -> Int32 {
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("has no folder") }
    for _ in 0..<patience {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
      // A file system that cannot lock a folder has no such order.
      guard errno == EWOULDBLOCK || errno == EINTR else { return descriptor }
      usleep(1000)
    }
    close(descriptor)
    throw Failure(message: "is being changed by another process; accepted: another attempt")
  }

  /// Returns the path of the file that a path leads to, which need not exist.
  private static func target(of path: String) -> String {
    var path = path
    // More links than these are a circle, which the system reports.
    for _ in 0..<40 {
      var bytes = [CChar](repeating: 0, count: 4096)
      let count = readlink(path, &bytes, bytes.count)
      guard count > 0 else { return path }
      let link = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      let folder = folder(of: path)
      path = link.hasPrefix("/") || folder.isEmpty ? link : folder + "/" + link
    }
    return path
  }

  /// Returns the path of the folder of a file; empty for the current folder.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Replaces a file as a whole or not at all. A new file can be read by its owner only.
  private static func replace(_ path: String, with text: String) throws(Failure) {
    var status = stat()
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0o600
    let draft = path + ".draft-\(getpid())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be written") }
    var error = FileDescriptor.writeAll(Array(text.utf8), to: descriptor)
    if error == nil, fchmod(descriptor, mode) != 0 { error = errno }
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

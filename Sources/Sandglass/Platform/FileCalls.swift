#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// System calls on files. They throw errors, and are retried if a signal interrupts them.
///
/// Names are relative to an open folder, so that a call cannot accidentally access a different folder.
package enum FileCalls {
  static func message(of code: Int32) -> String { String(cString: strerror(code)) }

  package static func openFolder(_ path: String) throws(FileError) -> Int32 {
    try check { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  /// Returns the path of the process's current folder; nil if the folder has been removed.
  static func currentFolder() -> String? {
    guard let bytes = getcwd(nil, 0) else { return nil }
    // The system has allocated the path, which ends with a zero byte.
    defer { free(bytes) }
    return String(validatingCString: bytes)
  }

  static func makeFolder(_ path: String) throws(FileError) {
    _ = try check { mkdir(path, 0o700) }
  }

  /// Opens a file for reading. Does not follow a link, and does not block on a pipe.
  package static func openFile(_ name: String, in folder: Int32) throws(FileError) -> Int32 {
    try check { openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
  }

  /// Creates a file that does not exist yet, for writing.
  package static func createFile(_ name: String, in folder: Int32) throws(FileError) -> Int32 {
    let file = try check { openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    makeUsableWhileLocked(file)
    return file
  }

  /// Opens a lock file, and creates it if it does not exist.
  package static func openLock(_ name: String, in folder: Int32) throws(FileError) -> Int32 {
    try check {
      openat(folder, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    }
  }

  /// Returns the number of bytes in an open file; nil if it is not a regular file.
  package static func size(of file: Int32) throws(FileError) -> Int? {
    var status = stat()
    _ = try check { fstat(file, &status) }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  package static func exists(_ name: String, in folder: Int32) throws(FileError) -> Bool {
    try status(of: name, in: folder) != nil
  }

  /// Returns the status of an open file.
  package static func status(of file: Int32) throws(FileError) -> FileStatus {
    var status = stat()
    _ = try check { fstat(file, &status) }
    return FileStatus(status)
  }

  /// Returns the status of the file with the given name; nil if there is none. A symbolic link is not followed.
  package static func status(of name: String, in folder: Int32) throws(FileError) -> FileStatus? {
    var status = stat()
    do {
      _ = try check { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
      return FileStatus(status)
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  /// Reads the next bytes of a file, at most `limit`. Returns an empty array at the end of the file.
  static func readSome(_ file: Int32, atMost limit: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = try check { read(file, &bytes, limit) }
    return Array(bytes.prefix(count))
  }

  /// Writes as many bytes as the system accepts in one call, and returns their number.
  static func writeSome(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(FileError) -> Int {
    try check { bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } }
  }

  /// Synchronises a file using `thoroughly`, or using `orPlainly` if the file system does not support the former.
  ///
  /// Any other error is thrown. If the disk fails or is full, `orPlainly` might report success although the bytes are
  /// lost.
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

  /// Waits until a folder's entries are on disk.
  package static func synchronizeFolder(_ folder: Int32) throws(FileError) {
    do {
      try synchronize(folder)
    } catch {
      // Some file systems cannot synchronise a folder, and report an error.
      guard error.isUnsupported else { throw error }
    }
  }

  package static func rename(
    _ name: String, to newName: String, in folder: Int32
  ) throws(FileError) {
    _ = try check { renameat(folder, name, folder, newName) }
  }

  package static func remove(_ name: String, in folder: Int32) throws(FileError) {
    _ = try check { unlinkat(folder, name, 0) }
  }

  /// Locks an open file. Returns false if another open file description holds a lock on the file.
  package static func lock(_ file: Int32) throws(FileError) -> Bool {
    do {
      _ = try check { flock(file, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      guard error.isLocked else { throw error }
      return false
    }
  }

  /// Releases a lock.
  package static func unlock(_ file: Int32) {
    _ = flock(file, LOCK_UN)
  }

  /// Returns the names in a folder that are valid UTF-8, in any order.
  package static func names(in folder: Int32) throws(FileError) -> [String] {
    // This is a separate descriptor, which `closedir` closes.
    let descriptor = try check { openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = fdopendir(descriptor) else {
      let failure = FileError.last
      closeDescriptor(descriptor)
      throw failure
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      // The name is stored in the entry and ends with a zero byte. It is read before the next call of `readdir`.
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(validatingCString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if let name { names.append(name) }
    }
    guard errno == 0 else { throw .last }
    return names
  }

  package static func closeDescriptor(_ descriptor: Int32) {
    _ = close(descriptor)
  }

  /// Moves a descriptor to a high number. Returns the same descriptor if no high number is available.
  static func moved(_ descriptor: Int32) -> Int32 {
    // Android does not have getdtablesize().
    let most = Int32(clamping: sysconf(Int32(_SC_OPEN_MAX)))
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, min(512, max(0, most / 2)))
    guard moved >= 0 else { return descriptor }
    closeDescriptor(descriptor)
    return moved
  }

  /// Waits until a descriptor can be read, until a signal comes, or not at all if it is closed.
  static func waitUntilReadable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&request, 1, -1)
  }

  /// Sleeps for about a millisecond, so that other processes can run.
  package static func rest() {
    usleep(1000)
  }

  /// Returns the result of a call. Throws the error if the result is negative. A call that is interrupted by a signal
  /// is retried.
  static func check<Count: SignedInteger>(_ call: () -> Count) throws(FileError) -> Count {
    while true {
      let result = call()
      if result >= 0 { return result }
      let failure = FileError.last
      if !failure.isInterruption { throw failure }
    }
  }
}

/// An open file or folder, which is closed when the value is destroyed.
package struct Descriptor: ~Copyable, Sendable {
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  deinit {
    FileCalls.closeDescriptor(number)
  }
}

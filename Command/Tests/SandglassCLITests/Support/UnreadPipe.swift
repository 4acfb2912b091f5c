import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pipe with a name, which is full but for one line until a test reads it.
final class UnreadPipe {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("sandglass-pipe-\(UUID().uuidString)").path

  private let descriptor: Int32

  /// The bytes that the test has written.
  private var filled: Int32 = 0

  init() throws {
    guard mkfifo(path, 0o600) == 0 else { throw Program.Failure(description: "mkfifo: \(errno)") }
    // For reading and writing, so that it always has a reader, and opens at once.
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Program.Failure(description: "open: \(errno)") }
    #if os(Linux)
      // `F_SETPIPE_SZ`, which Glibc shows only to programs in C: 4096 bytes instead of 65536.
      _ = fcntl(descriptor, 1031, 4096)
      let size: Int32 = 4096
    #else
      let size: Int32 = 65536
    #endif
    // A line of JSON has more than a hundred bytes.
    while filled < size - 200, writeByte() {}
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// Writes until nothing more fits.
  func fill() {
    while writeByte() {}
  }

  private func writeByte() -> Bool {
    var byte = UInt8(ascii: "-")
    guard write(descriptor, &byte, 1) == 1 else { return false }
    filled += 1
    return true
  }

  /// Waits until the one line has come, so that there is no room for another.
  func waitUntilFull() throws {
    let deadline = ContinuousClock.now + .seconds(30)
    var count: Int32 = 0
    while count <= filled {
      guard ioctl(descriptor, UInt(FIONREAD), &count) == 0, ContinuousClock.now < deadline else {
        throw Program.Failure(description: "no line came")
      }
      poll(nil, 0, 2)
    }
  }

  /// Reads on until a text comes.
  func expect(_ text: String) throws {
    let deadline = ContinuousClock.now + .seconds(30)
    var bytes: [UInt8] = []
    while bytes.firstRange(of: Array(text.utf8)) == nil {
      guard ContinuousClock.now < deadline else {
        throw Program.Failure(description: "no \(text.debugDescription)")
      }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 100) > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &buffer, buffer.count)
      bytes += buffer.prefix(max(0, count))
    }
  }
}

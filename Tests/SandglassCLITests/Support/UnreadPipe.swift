import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pipe with a name that a test reads only when it wants to.
final class UnreadPipe {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("sandglass-pipe-\(UUID().uuidString)").path

  private let descriptor: Int32

  init() throws {
    guard mkfifo(path, 0o600) == 0 else { throw Program.Failure(description: "mkfifo: \(errno)") }
    // For reading and writing, so that it always has a reader, and opens at once.
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Program.Failure(description: "open: \(errno)") }
    #if os(Linux)
      // `F_SETPIPE_SZ`, which Glibc shows only to programs in C: 4096 bytes instead of 65536.
      _ = fcntl(descriptor, 1031, 4096)
    #endif
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// Writes until nothing more fits.
  func fill() {
    var byte = UInt8(ascii: "-")
    while write(descriptor, &byte, 1) == 1 {}
  }

  /// Waits until there is no room for another line.
  func waitUntilFull() throws {
    #if os(Linux)
      let most: Int32 = 4096
    #else
      let most: Int32 = 65536
    #endif
    let deadline = ContinuousClock.now + .seconds(60)
    var count: Int32 = 0
    while count < most - 200 {
      guard ioctl(descriptor, UInt(FIONREAD), &count) == 0, ContinuousClock.now < deadline else {
        throw Program.Failure(description: "\(count) bytes came")
      }
      poll(nil, 0, 10)
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

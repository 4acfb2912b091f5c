/// The parts of the socket calls that differ between platforms. The other parts are POSIX, and shared by all platforms.
enum DatagramCalls {}

// As in the library's `PlatformContract.swift`, the build fails here if a platform lacks one of these declarations. The
// error names the declaration.

/// The calls and constants for datagrams.
protocol PlatformDatagramCalls {
  /// The type of a datagram socket.
  static var type: Int32 { get }

  /// Opens a socket for datagrams, which is closed on exec and never raises a signal. Returns -1 if the system refuses.
  static func open(_ family: Int32) -> Int32

  /// The flag that makes a call return immediately if no datagram has arrived.
  static var dontWait: Int32 { get }
}

extension DatagramCalls: PlatformDatagramCalls {}

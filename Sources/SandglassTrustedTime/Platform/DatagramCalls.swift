/// The parts of the socket calls that differ between platforms. The rest is POSIX, and shared.
enum DatagramCalls {}

// As in the library's `PlatformContract.swift`, the build fails here, with the name, if a platform lacks one of these.

/// The constants for datagrams.
protocol PlatformDatagramCalls {
  /// The type of a datagram socket.
  static var type: Int32 { get }

  /// The flag with which a call returns at once if no datagram has arrived.
  static var dontWait: Int32 { get }
}

extension DatagramCalls: PlatformDatagramCalls {}

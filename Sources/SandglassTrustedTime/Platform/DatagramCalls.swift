/// What differs between systems in calls on sockets; the rest is POSIX, and shared.
enum DatagramCalls {}

// The contract of a platform, as in the library's own `PlatformContract.swift`: what is missing fails the build here by its name.

/// The constants for datagrams.
protocol PlatformDatagramCalls {
  /// The type of a socket for datagrams.
  static var type: Int32 { get }

  /// Has a call not wait if nothing has come.
  static var dontWait: Int32 { get }
}

extension DatagramCalls: PlatformDatagramCalls {}

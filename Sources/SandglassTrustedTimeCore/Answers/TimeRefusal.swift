/// Why a time server's answer counts for nothing, or why there is none.
///
/// More reasons may come; a switch over them needs a default.
public enum TimeRefusal: Error, Sendable, Hashable {
  /// The server is asked too often: it says RATE, or 429. It is asked more rarely from now on.
  case rate

  /// The server refuses service for good: it says DENY or RSTR. It is asked no more.
  case denied

  /// The server says that it cannot serve, by another code of four characters (a kiss-o'-death packet).
  case kiss(String)

  /// The server's own clock follows none: leap indicator 3, stratum 16 or more, or a root distance of 16 s or more.
  case unsynchronized

  /// The answer has fewer bytes than it must, or more than it may.
  case wrongLength(Int)

  /// The packet is no server's answer: its mode is another one than 4.
  case wrongMode(UInt8)

  /// The answer is not to our question: it was forged, or is an old one that came again.
  case wrongOrigin

  /// The answer does not say when it was sent.
  case noTransmitTime

  /// The instants lie before there was this library, or beyond what an era can hold.
  case wrongEra

  /// The instants cannot be: sent before it was received, or held longer than we waited.
  case impossible

  /// The answer comes from a cache, which says how old it is.
  case cached

  /// The body is not what a time server writes.
  case malformed

  /// The server has answered with another status of HTTP than 200.
  case status(Int)

  /// No answer has come in time.
  case timedOut

  /// The server cannot be reached: no network, no such name. The number is the system's error.
  case unreachable(Int32)

  /// The task that asked was cancelled.
  case cancelled
}

extension TimeRefusal: CustomStringConvertible {
  /// One line that says what was wrong.
  public var description: String {
    switch self {
    case .rate: "the server is asked too often"
    case .denied: "the server refuses service"
    case .kiss(let code): "the server cannot serve: \(code)"
    case .unsynchronized: "the server's own clock is not synchronized"
    case .wrongLength(let count): "the answer has \(count) bytes"
    case .wrongMode(let mode): "the answer has mode \(mode); accepted: 4"
    case .wrongOrigin: "the answer is not to this question"
    case .noTransmitTime: "the answer does not say when it was sent"
    case .wrongEra: "the answer's instants lie in another era"
    case .impossible: "the answer's instants cannot be"
    case .cached: "the answer comes from a cache"
    case .malformed: "the body is not what a time server writes"
    case .status(let code): "the server answered with status \(code); accepted: 200"
    case .timedOut: "no answer has come in time"
    case .unreachable(let code): "the server cannot be reached (error \(code))"
    case .cancelled: "the task that asked was cancelled"
    }
  }
}

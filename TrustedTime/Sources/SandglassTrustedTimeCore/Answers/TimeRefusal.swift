/// The reason why a time server's answer was refused, or why there is no answer.
///
/// Later versions may add reasons, so a switch over them needs a default.
public enum TimeRefusal: Error, Sendable, Hashable {
  /// The server reports too many requests, with the kiss code RATE or with HTTP status 429. It gets fewer requests from
  /// now on.
  case rate

  /// The server refuses service, with the kiss code DENY or RSTR, or with HTTP status 410. It gets no requests for a day,
  /// or for an hour if anyone on the path may have forged the refusal.
  case denied

  /// The server cannot provide the time for a different reason. The value is the four-character code in its
  /// kiss-o'-death packet.
  case kiss(String)

  /// The server's own clock is not synchronised: leap indicator 3, stratum 16 or more, stratum 0 without a code, or a
  /// root distance of 16 s or more, as the server reports it or as its reference time shows.
  case unsynchronized

  /// The answer has too few or too many bytes. The value is the number of bytes.
  case wrongLength(Int)

  /// The packet has a version other than 3 and 4. A server answers in the version of the request, which is 4.
  case wrongVersion(UInt8)

  /// The packet is not a server's answer, because its mode is not 4.
  case wrongMode(UInt8)

  /// The answer does not belong to the request: it is forged or replayed.
  case wrongOrigin

  /// The answer does not contain the instant at which it was sent.
  case noTransmitTime

  /// The instants lie before 2025, or more than 68 years after the start of 2025.
  case wrongEra

  /// The instants are impossible: the answer was sent before the request was received, or the server held the request
  /// longer than the client waited.
  case impossible

  /// The response comes from a cache, as its headers show.
  case cached

  /// What the server sent is not HTTP, or its body is not a time server's answer.
  case malformed

  /// The server responded with an HTTP status other than 200.
  case status(Int)

  /// No answer arrived before the timeout.
  case timedOut

  /// The server cannot be reached. The request may have left the machine. The value is the system's error code.
  case unreachable(Int32)

  /// The request did not leave the machine, because there is no network or no host with that name. The value is the
  /// system's error code.
  case unsent(Int32)

  /// The task that sent the request was cancelled.
  case cancelled
}

extension TimeRefusal: CustomStringConvertible {
  /// A description of the fault in one line.
  public var description: String {
    switch self {
    case .rate: "the server received too many requests"
    case .denied: "the server refuses service"
    case .kiss(let code): "the server cannot serve: \(code)"
    case .unsynchronized: "the server's own clock is not synchronised"
    case .wrongLength(let count): "the answer has \(count) bytes"
    case .wrongVersion(let version): "the answer has version \(version); accepted: 3 and 4"
    case .wrongMode(let mode): "the answer has mode \(mode); accepted: 4"
    case .wrongOrigin: "the answer does not belong to this request"
    case .noTransmitTime: "the answer does not say when it was sent"
    case .wrongEra: "the answer's instants are before 2025 or more than 68 years later"
    case .impossible: "the answer's instants are impossible"
    case .cached: "the answer comes from a cache"
    case .malformed: "the answer is not a time server's"
    case .status(let code): "the server answered with status \(code); accepted: 200"
    case .timedOut: "no answer came before the timeout"
    case .unreachable(let code): "the server cannot be reached (error \(code))"
    case .unsent(let code): "the request could not be sent (error \(code))"
    case .cancelled: "the task that sent the request was cancelled"
    }
  }
}

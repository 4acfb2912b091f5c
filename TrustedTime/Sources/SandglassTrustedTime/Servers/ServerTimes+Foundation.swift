#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SandglassCore
public import SandglassTrustedTimeCore

/// The contents of the body of an HTTP response from a time server.
public struct ServerTimes: Sendable, Hashable {
  /// The instant at which the server received the request, on its wall clock.
  public let received: WallMoment

  /// The instant at which the server sent the response, on its wall clock.
  public let sent: WallMoment

  /// The maximum error of the server's clock in either direction, plus a microsecond for the resolution of the
  /// instants.
  public let uncertainty: Duration

  /// The nonce of the request that the server answers, or nil if the server does not repeat it.
  public let nonce: String?

  /// The maximum size of a body, in bytes.
  public static let longestBody = 1024

  /// Parses a body: a JSON object whose instants are integers, in microseconds since 1970 in UTC.
  ///
  /// - Parameter body: The body. Unknown members are ignored.
  /// - Throws: `wrongLength` for more than 1024 bytes, `malformed` for anything but such an object, `unsynchronized` for an
  ///   uncertainty of 16 s or more, and `wrongEra` for instants before 2025 or more than 68 years after the start of 2025.
  public init(body: Data) throws(TimeRefusal) {
    guard body.count <= Self.longestBody else { throw .wrongLength(body.count) }
    guard let numbers = try? JSONDecoder().decode(Numbers.self, from: body),
      numbers.uncertainty >= 0
    else { throw .malformed }
    nonce = numbers.nonce
    received = Self.moment(numbers.receive)
    sent = Self.moment(numbers.transmit)
    guard TimeEra.has(received), TimeEra.has(sent) else { throw .wrongEra }
    guard numbers.uncertainty < 16_000_000 else { throw .unsynchronized }
    uncertainty = .microseconds(numbers.uncertainty) + .microseconds(1)
  }

  private struct Numbers: Decodable {
    let receive: Int64
    let transmit: Int64
    let uncertainty: Int64
    let nonce: String?
  }

  private static func moment(_ microseconds: Int64) -> WallMoment {
    WallMoment(timeSince1970: .microseconds(microseconds))
  }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SandglassCore
public import SandglassTrustedTimeCore

/// What the body of a time server's answer over HTTP says.
public struct ServerTimes: Sendable, Hashable {
  /// When the server had the question, by its wall clock.
  public let received: WallMoment

  /// When it sent the answer.
  public let sent: WallMoment

  /// How far its clock may be off, either way; what whole microseconds do not say is in it.
  public let uncertainty: Duration

  /// The most bytes that a body may have.
  public static let longestBody = 1024

  /// Reads a body: an object of JSON with whole microseconds, since 1970 in UTC.
  ///
  /// - Parameter body: The body. Members that are not known are passed over.
  /// - Throws: `wrongLength` for more than 1024 bytes, `malformed` for what is no such object, `wrongEra` for instants before 2025
  ///   or more than 68 years later.
  public init(body: Data) throws(TimeRefusal) {
    guard body.count <= Self.longestBody else { throw .wrongLength(body.count) }
    guard let numbers = try? JSONDecoder().decode(Numbers.self, from: body),
      numbers.uncertainty >= 0
    else { throw .malformed }
    received = Self.moment(numbers.receive)
    sent = Self.moment(numbers.transmit)
    guard TimeEra.has(received), TimeEra.has(sent) else { throw .wrongEra }
    uncertainty = .microseconds(numbers.uncertainty) + .microseconds(1)
  }

  private struct Numbers: Decodable {
    let receive: Int64
    let transmit: Int64
    let uncertainty: Int64
  }

  private static func moment(_ microseconds: Int64) -> WallMoment {
    WallMoment(nanosecondsSince1970: Int128(microseconds) * 1000)
  }
}

public import SandglassCore

/// The latest refusal of a server, with its time.
public struct ServerRefusal: Sendable, Hashable {
  /// The reason why the answer was refused, or why there is no answer.
  public let reason: TimeRefusal

  /// The moment at which the request ended, on the device's steady clock.
  public let moment: Moment

  /// Creates a refusal.
  ///
  /// - Parameters:
  ///   - reason: The reason why the answer was refused, or why there is no answer.
  ///   - moment: The moment at which the request ended.
  public init(_ reason: TimeRefusal, at moment: Moment) {
    self.reason = reason
    self.moment = moment
  }
}

extension ServerRefusal: CustomStringConvertible {
  /// The description of the reason.
  public var description: String { reason.description }
}

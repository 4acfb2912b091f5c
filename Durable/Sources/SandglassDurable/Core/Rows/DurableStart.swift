public import SandglassCore

/// A countdown to start, for ``DurableCountdowns/start(_:)``.
public struct DurableStart: Sendable, Hashable {
  package let request: DurableRequest

  /// Creates the start of a countdown of a duration. Throws `invalid` if an argument is out of range.
  ///
  /// The parameters are those of ``DurableCountdowns/start(_:for:milestones:payload:key:ifVersion:)``.
  public init(
    _ id: String, for duration: Duration, milestones: [Milestone] = [], payload: [UInt8] = [],
    key: String? = nil, ifVersion version: Int? = nil
  ) throws(DurableError) {
    try self.init(.duration(duration), id, milestones, payload, key, version)
  }

  /// Creates the start of a countdown to an instant. Throws `invalid` if an argument is out of range.
  ///
  /// The parameters are those of ``DurableCountdowns/start(_:until:milestones:payload:key:ifVersion:)``.
  public init(
    _ id: String, until end: WallMoment, milestones: [Milestone] = [], payload: [UInt8] = [],
    key: String? = nil, ifVersion version: Int? = nil
  ) throws(DurableError) {
    try self.init(.wall(end), id, milestones, payload, key, version)
  }

  /// Creates the start of a countdown through phases. Throws `invalid` if an argument is out of range.
  ///
  /// The parameters are those of ``DurableCountdowns/start(_:phases:milestones:payload:key:ifVersion:)``.
  public init(
    _ id: String, phases plan: PhasePlan, milestones: [Milestone] = [], payload: [UInt8] = [],
    key: String? = nil, ifVersion version: Int? = nil
  ) throws(DurableError) {
    try self.init(.phases(plan), id, milestones, payload, key, version)
  }

  private init(
    _ target: CountdownTarget, _ id: String, _ milestones: [Milestone], _ payload: [UInt8],
    _ key: String?, _ version: Int?
  ) throws(DurableError) {
    request = try DurableRequest(
      DurableLimits.start(target, milestones: milestones), id, payload: payload, key: key,
      version: version)
  }
}

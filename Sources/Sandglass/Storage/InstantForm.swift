import SandglassCore

/// One instant on both clocks, as it stands in JSON.
struct InstantForm: Codable {
  private let steady: Exact<Moment>
  private let wall: Exact<WallMoment>
  private let boot: String?

  init(_ instant: CountdownRecord.Instant) {
    steady = Exact(instant.steady)
    wall = Exact(instant.wall)
    boot = instant.boot?.text
  }

  var instant: CountdownRecord.Instant {
    CountdownRecord.Instant(
      steady: steady.value, wall: wall.value, boot: boot.map { BootIdentity($0) })
  }
}

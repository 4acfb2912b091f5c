import SandglassCore

/// A deadline on both clocks, as it stands in JSON.
struct DeadlineForm: Codable {
  let steady: Exact<Moment>
  let wall: Exact<WallMoment>
}

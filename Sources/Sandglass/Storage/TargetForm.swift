import SandglassCore

/// What a countdown counts down to, as it stands in JSON: one of both.
struct TargetForm: Codable {
  private var duration: Exact<Duration>?
  private var wall: Exact<WallMoment>?

  init(_ target: CountdownRecord.Target) {
    switch target {
    case .duration(let duration): self.duration = Exact(duration)
    case .wall(let moment): wall = Exact(moment)
    }
  }

  func target() throws(RecordFault) -> CountdownRecord.Target {
    switch (duration, wall) {
    case (let duration?, nil): return .duration(duration.value)
    case (nil, let wall?): return .wall(wall.value)
    case (nil, nil): throw .damaged("its target has neither duration nor wall; accepted: one")
    case (.some, .some): throw .damaged("its target has both duration and wall; accepted: one")
    }
  }
}

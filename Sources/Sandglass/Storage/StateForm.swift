import SandglassCore

/// What a countdown was doing, as it stands in JSON.
struct StateForm: Codable {
  private enum Kind: String, CaseIterable {
    case running, paused, overtime, finished
  }

  private let kind: Word<Kind>
  private var deadline: DeadlineForm?
  private var remaining: Exact<Duration>?
  private var end: Exact<WallMoment>?

  init(_ state: CountdownRecord.State) {
    switch state {
    case .running(let deadline, let wallDeadline):
      kind = Word(.running)
      self.deadline = DeadlineForm(steady: Exact(deadline), wall: Exact(wallDeadline))
    case .overtime(let deadline, let wallDeadline):
      kind = Word(.overtime)
      self.deadline = DeadlineForm(steady: Exact(deadline), wall: Exact(wallDeadline))
    case .paused(let remaining):
      kind = Word(.paused)
      self.remaining = Exact(remaining)
    case .finished(let end):
      kind = Word(.finished)
      self.end = Exact(end)
    }
  }

  func state() throws(RecordFault) -> CountdownRecord.State {
    switch kind.value {
    case .running:
      let deadline = try present(deadline, "deadline")
      return .running(deadline: deadline.steady.value, wallDeadline: deadline.wall.value)
    case .overtime:
      let deadline = try present(deadline, "deadline")
      return .overtime(deadline: deadline.steady.value, wallDeadline: deadline.wall.value)
    case .paused:
      return .paused(remaining: try present(remaining, "remaining").value)
    case .finished:
      return .finished(at: try present(end, "end").value)
    }
  }

  private func present<Value>(_ value: Value?, _ name: String) throws(RecordFault) -> Value {
    guard let value else {
      throw .damaged("its state is \(kind.value.rawValue) and has no \(name)")
    }
    return value
  }
}

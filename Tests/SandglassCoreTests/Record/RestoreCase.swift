import SandglassCore
import SandglassLedger
import Testing

/// One case of restoring a record, in words.
struct RestoreCase: Hashable, CustomTestStringConvertible {
  static let targets = ["duration", "wall"]
  static let boots = ["same", "other", "unknown", "neverKnown"]
  static let steadyClocks = ["later", "earlier"]
  static let wallClocks = ["right", "forward", "back"]

  let target: String
  let boot: String
  let steady: String
  let wall: String

  static let all: [RestoreCase] = targets.flatMap { target in
    boots.flatMap { boot in
      steadyClocks.flatMap { steady in
        wallClocks.map { RestoreCase(target: target, boot: boot, steady: steady, wall: $0) }
      }
    }
  }

  var testDescription: String { "\(target), boot \(boot), steady \(steady), wall \(wall)" }

  /// The row of the table for this case.
  var row: RestoreTable? {
    let rows = RestoreTable.all.filter {
      $0.target.words.contains(target) && $0.boot.words.contains(boot)
        && $0.steady.words.contains(steady) && $0.wall.words.contains(wall)
    }
    return rows.count == 1 ? rows[0] : nil
  }

  /// The result for a record in `state` in this case, `elapsed` seconds after it was written.
  func outcome(
    of state: CountdownRecord.State, countsPastZero: Bool = false, after elapsed: Int64
  ) -> RestoredCountdown {
    record(state, countsPastZero: countsPastZero).restored(at: now(after: elapsed))
  }

  /// The instant of restoring, by the clocks of this case.
  func now(after elapsed: Int64) -> ClockInstant {
    let shift: Int64 = wall == "forward" ? 3600 : wall == "back" ? -3600 : 0
    return ClockInstant(
      steady: steady == "later" ? Self.moment(1000 + elapsed) : Self.moment(5),
      wall: WallMoment(secondsSince1970: 1_000_000 + elapsed + shift),
      boot: boot == "same" ? BootIdentity("A") : boot == "other" ? BootIdentity("B") : nil)
  }

  private func record(
    _ state: CountdownRecord.State, countsPastZero: Bool
  ) -> CountdownRecord {
    CountdownRecord(
      id: "tea", label: nil, state: state,
      target: target == "wall"
        ? .wall(WallMoment(secondsSince1970: 1_000_060)) : .duration(.seconds(100)),
      total: .seconds(100), options: CountdownOptions(countsPastZero: countsPastZero),
      written: ClockInstant(
        steady: Self.moment(1000), wall: WallMoment(secondsSince1970: 1_000_000),
        boot: boot == "neverKnown" ? nil : BootIdentity("A")))
  }

  static func moment(_ seconds: Int64) -> Moment {
    Moment(nanoseconds: UInt64(seconds) * 1_000_000_000)
  }
}

extension String {
  fileprivate var words: [String] { split { $0 == " " }.map { String($0) } }
}

import SandglassCore

/// How a countdown counts, as it stands in JSON.
struct OptionsForm: Codable {
  private enum RoundingForm: String, CaseIterable {
    case up, nearest, down
  }

  private let unit: Exact<Duration>
  private let rounding: Word<RoundingForm>
  private let milestones: [Exact<Duration>]
  private let countsPastZero: Bool
  private let tolerance: Exact<Duration>
  private let pulse: Exact<Moment>?

  init(_ options: CountdownOptions) {
    unit = Exact(options.unit)
    rounding =
      switch options.rounding {
      case .up: Word(.up)
      case .nearest: Word(.nearest)
      case .down: Word(.down)
      }
    milestones = options.milestones.map { Exact($0) }
    countsPastZero = options.countsPastZero
    tolerance = Exact(options.tolerance)
    pulse = options.pulse.map { Exact($0) }
  }

  /// The options; throws if they are none that a countdown can have.
  func options() throws(RecordFault) -> CountdownOptions {
    try check(unit, "unit", isAccepted: { $0 > .zero }, "more than 0 s")
    try check(tolerance, "tolerance", isAccepted: { $0 >= .zero }, "0 s or more")
    for milestone in milestones {
      try check(milestone, "milestone", isAccepted: { $0 > .zero }, "more than 0 s")
    }
    var options = CountdownOptions(
      unit: unit.value, rounding: roundingOption, milestones: milestones.map(\.value),
      countsPastZero: countsPastZero, tolerance: tolerance.value)
    options.pulse = pulse?.value
    return options
  }

  private func check(
    _ duration: Exact<Duration>, _ name: String, isAccepted: (Duration) -> Bool, _ accepted: String
  ) throws(RecordFault) {
    guard isAccepted(duration.value) else {
      throw .damaged("its \(name) is \(duration.value.exactText); accepted: \(accepted)")
    }
  }

  private var roundingOption: Rounding {
    switch rounding.value {
    case .up: .up
    case .nearest: .nearest
    case .down: .down
    }
  }
}

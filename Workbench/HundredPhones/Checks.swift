import Sandglass
import SandglassServer

/// The promises that the example checks.
struct Checks {
  let visits: [Visit]

  var all: [(promise: String, isKept: Bool)] {
    [
      ("every phone has an answer", visits.count == Plan.phones),
      ("no screen closed late", visits.allSatisfy { $0.closedEarly >= .zero }),
      (
        "no screen closed earlier than its bound",
        visits.allSatisfy { $0.closedEarly <= $0.screen.bound }
      ),
      (
        "every request answered before the end + grace - uncertainty was accepted",
        judged.allSatisfy { visit, judgement in
          visit.order.answered + visit.order.uncertainty >= visit.limit || judgement == .inTime
        }
      ),
      (
        "every request sent at or after the end + grace + uncertainty was refused",
        judged.allSatisfy { visit, judgement in
          visit.order.sent - visit.order.uncertainty < visit.limit || judgement == .late
        }
      ),
      (
        "in between, \"unknown\" only if the receive instant was within the uncertainty",
        judged.allSatisfy { visit, judgement in visit.isNearLimit == (judgement == .unknown) }
      ),
      (
        "every changed token was refused, and no other",
        visits.allSatisfy { $0.plan.changesToken == ($0.order.refusal != nil) }
      ),
    ]
  }

  private var judged: [(Visit, Judgement)] {
    visits.compactMap { visit in visit.order.answer.map { (visit, $0.judgement) } }
  }
}

extension Visit {
  /// The end plus the grace.
  fileprivate var limit: WallMoment { end + Plan.grace }

  /// Whether the limit lies in the interval of the receive instant: after the start of the interval, and not after its
  /// end.
  fileprivate var isNearLimit: Bool {
    guard let received = order.received else { return false }
    return received - order.uncertainty < limit && received + order.uncertainty >= limit
  }
}

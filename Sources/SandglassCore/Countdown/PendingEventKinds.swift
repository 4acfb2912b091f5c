/// The kinds of pending events for which a process has receivers.
package struct PendingEventKinds: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let milestones = PendingEventKinds(rawValue: 1)
  package static let phaseEnds = PendingEventKinds(rawValue: 2)
  package static let finishes = PendingEventKinds(rawValue: 4)
  package static let all: PendingEventKinds = [.milestones, .phaseEnds, .finishes]
}

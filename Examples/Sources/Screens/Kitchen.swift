import Foundation
import SandglassStores

/// Any number of kept cooking timers, beginning with the usual ones. They have labels, and warn a minute before their end.
/// Then they count past zero, and stay in their places until they are dismissed.
@MainActor
final class Kitchen {
  let timers: CountdownBoard<String>
  private(set) var announcements: [String] = []

  init(store: some CountdownStore) throws {
    let options = CountdownOptions(
      milestones: [.remaining(.seconds(60))], countsPastZero: true, keepsRecord: true)
    timers = try CountdownBoard(keptIn: store, options: options)
    if timers.count == 0 {
      timers.add("eggs", for: .seconds(6 * 60)).label = "Eggs"
      timers.add("rice", for: .seconds(18 * 60)).label = "Rice"
    }
    for id in timers.ids { announceWarning(of: id) }
    timers.onFinish(with: self) { kitchen, ids in
      for id in ids { kitchen.announce("ready", id) }
    }
  }

  var lines: [String] { timers.ids.map { "\(label(of: $0)) \(timers[$0]?.clockFace ?? "")" } }

  func start(_ label: String, for duration: Duration) {
    let id = UUID().uuidString
    timers.start(id, for: duration).label = label
    announceWarning(of: id)
  }

  private func announceWarning(of id: String) {
    timers[id]?.onMilestone(with: self) { kitchen, reached in
      kitchen.announce("\(reached.remaining.clockFace) left", id)
    }
  }

  private func announce(_ text: String, _ id: String) {
    announcements.append("\(label(of: id)): \(text)")
  }

  private func label(of id: String) -> String { timers[id]?.label ?? "" }
}

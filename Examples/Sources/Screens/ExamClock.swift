import Foundation
import Sandglass

/// The clock of an exam that ends at a time of day. It announces the last ten minutes, the last one and the end, each with
/// its time, and accepts extra time, even after the end.
@MainActor
final class ExamClock {
  private let exam: Countdown
  private(set) var clock = ""
  private(set) var announcements: [(text: String, date: Date?)] = []

  init(until end: Date, on timekeeper: Timekeeper = .shared) {
    let options = CountdownOptions(
      milestones: [.remaining(.seconds(600)), .remaining(.seconds(60))], countsPastZero: true)
    exam = Countdown(until: end, options: options, on: timekeeper)
    exam.onTick(with: self) { room, reading in room.clock = reading.clockFace }
    exam.onMilestone(with: self) { room, reached in
      room.announcements.append(("\(reached.remaining.clockFace) left", reached.date))
    }
    exam.onFinish(with: self) { room, _ in
      room.announcements.append(("Pens down", room.exam.endDate))
    }
    exam.start()
  }

  func giveExtraTime(_ duration: Duration) { exam.extend(by: duration) }

  func close() { exam.cancel() }
}

import Sandglass

/// The clock of an exam. It announces the last five minutes, and accepts extra time, even after the end.
@MainActor
final class ExamClock {
  private let exam: Countdown
  private(set) var clock = ""
  private(set) var announcement = ""

  init(lasting duration: Duration, on timekeeper: Timekeeper = .shared) {
    let options = CountdownOptions(milestones: [.remaining(.seconds(5 * 60))], countsPastZero: true)
    exam = Countdown(duration, options: options, on: timekeeper)
    exam.onTick(with: self) { room, reading in room.clock = reading.clockFace }
    exam.onMilestone(with: self) { room, reached in
      room.announcement = "\(reached.remaining.clockFace) left"
    }
    exam.onFinish(with: self) { room in
      room.announcement = "Pens down"
      room.clock = room.exam.clockFace
    }
  }

  func begin() { exam.start() }

  func giveExtraTime(_ duration: Duration) {
    if exam.extend(by: duration) { announcement = "\(duration.clockFace) more" }
  }

  func close() { exam.cancel() }
}

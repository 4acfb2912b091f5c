import CPeers
import Foundation

extension FiringPrograms {
  static func foundationTimer(_ request: Request) -> Figures {
    let firing = Firing(request, leadForEach: 20_000)
    let record = FiringRecord(request.count)
    let runLoop = RunLoop.current
    let origin = Date()
    let last = firing.armAll { delay in
      let due = origin.addingTimeInterval(Double(delay) / 1e9)
      let timer = Timer(fire: due, interval: 0, repeats: false) { _ in
        record.note(isEarly: Date() < due)
      }
      runLoop.add(timer, forMode: .default)
    }
    let processor = processor_nanoseconds()
    while !record.isDone {
      _ = runLoop.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
    }
    return firing.figures(since: processor, last: last, end: record.end, early: record.early)
  }
}

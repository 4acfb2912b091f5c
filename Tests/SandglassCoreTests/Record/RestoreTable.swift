import SandglassCore

/// The results of restoring records in every case, in words, and written independently of the code.
///
/// A countdown of 100 s is recorded with 60 s left, at 1000 s of the steady clock in boot A. Of the
/// words in a column any applies. The results are the remaining time, or the time since the end, in
/// seconds, for four records: one that is restored 20 s later; one that ended meanwhile, restored 90 s
/// later; the same one counting past zero; and one that was 10 s past zero and is restored 20 s later.
struct RestoreTable {
  let target: String
  let boot: String
  let steady: String
  let wall: String
  let running: String
  let ended: String
  let endedPastZero: String
  let overtime: String

  init(
    _ target: String, _ boot: String, _ steady: String, _ wall: String, _ running: String,
    _ ended: String, _ endedPastZero: String, _ overtime: String
  ) {
    self.target = target
    self.boot = boot
    self.steady = steady
    self.wall = wall
    self.running = running
    self.ended = ended
    self.endedPastZero = endedPastZero
    self.overtime = overtime
  }

  // swift-format-ignore
  static let all: [RestoreTable] = [
    // The steady clock decides.
    .init("duration", "same", "later", "right forward back",
      "running 40 exact", "finished 30 exact", "overtime 30 exact", "overtime 30 exact"),
    // It contradicts the record: never exact.
    .init("duration", "same", "earlier", "right",
      "running 40 estimated", "finished 30 estimated", "overtime 30 estimated", "overtime 30 estimated"),
    .init("duration", "same", "earlier", "forward",
      "finished 3560 estimated", "finished 3630 estimated", "overtime 3630 estimated", "overtime 3630 estimated"),
    .init("duration", "same", "earlier", "back",
      "running 60 suspect", "running 60 suspect", "running 60 suspect", "overtime 10 suspect"),
    // The wall clock decides.
    .init("duration", "other unknown neverKnown", "later earlier", "right",
      "running 40 estimated", "finished 30 estimated", "overtime 30 estimated", "overtime 30 estimated"),
    .init("duration", "other unknown neverKnown", "later earlier", "forward",
      "finished 3560 estimated", "finished 3630 estimated", "overtime 3630 estimated", "overtime 3630 estimated"),
    // It contradicts the record: at most the recorded remaining time.
    .init("duration", "other unknown neverKnown", "later earlier", "back",
      "running 60 suspect", "running 60 suspect", "running 60 suspect", "overtime 10 suspect"),
    // To a wall-clock time: the wall clock decides, which people can set.
    .init("wall", "same other unknown neverKnown", "later earlier", "right",
      "running 40 exact", "finished 30 exact", "overtime 30 exact", "overtime 30 exact"),
    .init("wall", "same other unknown neverKnown", "later earlier", "forward",
      "finished 3560 exact", "finished 3630 exact", "overtime 3630 exact", "overtime 3630 exact"),
    .init("wall", "same", "later earlier", "back",
      "running 3640 exact", "running 3570 exact", "running 3570 exact", "overtime 0 exact"),
    .init("wall", "other unknown neverKnown", "later earlier", "back",
      "running 3640 suspect", "running 3570 suspect", "running 3570 suspect", "overtime 0 suspect"),
  ]
}

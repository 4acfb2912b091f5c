import CRawClock
import Foundation
import Glibc
import Sandglass

/// Both clocks: the steady one as the kernel has it, the wall clock as this process sees it.
struct Clocks {
  let steady = raw_steady_clock()
  let wall = Int64(clamping: WallClock.now.nanosecondsSince1970)
}

/// What is printed of one thing told. All times are in nanoseconds.
struct Line: Encodable {
  enum Kind: String, Encodable {
    case reading, milestone, finish, cancelled, saved, started, restored, begun, done, clocks
    case floor, saves, reads, claim, waits, failed
  }

  let kind: Kind

  /// The clocks as it was told, or before what is told of was done.
  let steady: Int64
  let wall: Int64

  /// The steady clock after what is told of was done.
  var steadyAfter: Int64?

  var remaining: Int64?
  var shown: Int?
  var missed: Int?
  var state: String?
  var certainty: String?
  var error: String?

  /// What was begun or done, and its number.
  var change: String?
  var number: Int?

  /// When a sleep was to end, or how long the longest wait took.
  var due: Int64?

  /// The steady clock as this process sees it, and the wall clock as the kernel has it.
  var steadySeen: Int64?
  var wallTrue: Int64?

  var lost: Int?
  var torn: Int?
  var holder: Int32?

  init(_ kind: Kind, at clocks: Clocks = Clocks(), error: String? = nil) {
    self.kind = kind
    steady = clocks.steady
    wall = clocks.wall
    self.error = error
  }

  /// Adds what a reading tells.
  func with(_ reading: Reading) -> Line {
    var line = self
    line.remaining = reading.remaining.wholeNanoseconds
    line.shown = reading.shown
    line.missed = reading.missed
    line.state = "\(reading.state)"
    return line
  }

  /// Prints it in one call, so that lines of several threads do not mix.
  func print() {
    guard var bytes = try? JSONEncoder().encode(self) else { return }
    bytes.append(UInt8(ascii: "\n"))
    FileHandle.standardOutput.write(bytes)
  }
}

extension Duration {
  /// The nanoseconds in this duration; a part of one is dropped.
  var wholeNanoseconds: Int64 {
    Int64(clamping: attoseconds / 1_000_000_000)
  }
}

extension Countdown {
  /// Prints what a look at the countdown tells, between two looks at the clock.
  func tell(_ kind: Line.Kind) {
    var line = Line(kind).with(reading)
    line.steadyAfter = raw_steady_clock()
    line.certainty = restoration?.certainty.rawValue
    line.print()
  }
}

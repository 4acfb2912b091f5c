import Foundation
import Glibc
import Sandglass
import SandglassLedger
import SandglassStores

/// Readings of both clocks: the kernel's steady clock, and the wall clock as this process sees it.
struct Clocks {
  let steady = RawClock.steady
  let wall = WallMoment.now.timeSince1970.wholeNanoseconds
}

/// One line of output, for one event. All times are in nanoseconds.
struct Line: Encodable {
  enum Kind: String, Encodable {
    case reading, milestone, finish, cancelled, saved, started, restored, begun, done, clocks
    case floor, waits, rows, reported, failed
  }

  let kind: Kind

  /// The clocks at the event, or just before the operation that the line describes.
  let steady: Int64
  let wall: Int64

  /// The steady clock just after the operation.
  var steadyAfter: Int64?

  var remaining: Int64?
  var shown: Int?
  var missed: Int?
  var state: String?
  var certainty: String?
  var error: String?

  /// The change that was begun or completed, and its number.
  var change: String?
  var number: Int?

  /// The instant at which a sleep should have ended; for `waits`, the longest wait.
  var due: Int64?

  /// The steady clock as this process sees it, and the kernel's wall clock.
  var steadySeen: Int64?
  var wallTrue: Int64?

  init(_ kind: Kind, at clocks: Clocks = Clocks(), error: String? = nil) {
    self.kind = kind
    steady = clocks.steady
    wall = clocks.wall
    self.error = error
  }

  /// Adds the values of a reading.
  func with(_ reading: Reading) -> Line {
    var line = self
    line.remaining = reading.remaining.wholeNanoseconds
    line.shown = reading.shown
    line.missed = reading.missed
    line.state = "\(reading.state)"
    return line
  }

  /// Prints the line in one call, so that lines from several threads are not interleaved.
  func print() {
    guard var bytes = try? JSONEncoder().encode(self) else { return }
    bytes.append(UInt8(ascii: "\n"))
    FileHandle.standardOutput.write(bytes)
  }
}

extension Duration {
  /// The nanoseconds in this duration, rounded towards zero.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) =
      min(max(self, .nanoseconds(Int64.min)), .nanoseconds(Int64.max)).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

extension Countdown {
  /// Prints the countdown's reading, and the clock before and after reading it.
  func report(_ kind: Line.Kind) {
    var line = Line(kind).with(reading)
    line.steadyAfter = RawClock.steady
    line.certainty = restoration?.certainty.text
    line.print()
  }
}

import Foundation
import SandglassCore

/// What the fuzzer calls with every input. What it must not find: a trap, a hang, and a text or a
/// record that does not come back as it was.
enum FuzzTarget: String, CaseIterable {
  case duration, clock, rfc3339, bytes, record

  /// The parser under test, named by the environment.
  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["SANDGLASS_FUZZ"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      fatalError("SANDGLASS_FUZZ is \"\(name)\"; accepted: \(allCases.map(\.rawValue))")
    }
    return target
  }()

  func run(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    switch self {
    case .duration: Self.readDuration(text)
    case .clock: Self.readClockTime(text)
    case .rfc3339: Self.readMoment(text)
    case .bytes: Self.readRecord(input)
    // With the checksum made right, so that the fuzzer comes to what lies behind it.
    case .record: Self.readRecord(RecordFile.sealed(input))
    }
  }

  private static func readDuration(_ text: String) {
    do {
      let duration = try Duration(parsing: text)
      precondition(duration >= .zero)
      precondition((try? Duration(parsing: duration.compactText)) == duration)
    } catch {
      check(error.description)
    }
  }

  private static func readClockTime(_ text: String) {
    do {
      let time = try ClockTime(parsing: text)
      precondition((try? ClockTime(parsing: time.description)) == time)
    } catch {
      check(error.description)
    }
  }

  private static func readMoment(_ text: String) {
    do {
      let moment = try WallMoment(rfc3339: text)
      // An offset can lead a day beyond the years that can be written again.
      let written = try? WallMoment(rfc3339: moment.rfc3339(fractionDigits: 9))
      precondition(written == moment || WallMoment.read(exactText: moment.exactText) == moment)
    } catch {
      check(error.description)
    }
  }

  private static func readRecord(_ bytes: [UInt8]) {
    do {
      let record = try RecordFile.record(from: bytes)
      guard let written = try? RecordFile.bytes(of: record) else { fatalError("not written") }
      precondition((try? RecordFile.record(from: written)) == record)
      _ = record.restored(at: record.written)
    } catch {
      if case .damaged(let reason) = error { check(reason) }
    }
  }

  private static func check(_ message: String) {
    precondition(!message.utf8.contains { $0 < 0x20 }, "several lines: \(message)")
  }
}

/// The function that the fuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The fuzzer keeps the input as it is until this returns.
  FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

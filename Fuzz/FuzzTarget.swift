import Foundation
import SandglassCore

/// The code that the fuzzer calls with every input. The fuzzer searches for traps and hangs, and
/// for texts and records that change in a round trip.
enum FuzzTarget: String, CaseIterable {
  case duration, clock, rfc3339, bytes, record, times, ntp, server, trusted

  /// The target under test, which an environment variable names.
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
    // Correct the checksum, so that the fuzzer reaches the code after the check.
    case .record: Self.readRecord(RecordFile.sealed(input))
    // Use only values that their types accept, so that the fuzzer reaches the arithmetic after the
    // validation.
    case .times: Self.restoreAnything(input)
    case .ntp: Self.readPacket(input)
    case .server: Self.readServerTimes(input)
    case .trusted: Self.readTrustedTime(text)
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
      // With an offset from UTC, a valid date can be outside the range of years that can be
      // written.
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
      var values = FuzzValues(bytes.reversed())
      restore(record, at: record.written, &values)
      for _ in 0..<4 { restore(record, at: values.instant(boot: record.written.boot), &values) }
    } catch {
      if case .damaged(let reason) = error { check(reason) }
    }
  }

  private static func restoreAnything(_ input: [UInt8]) {
    var values = FuzzValues(input)
    let record = values.record()
    guard let written = try? RecordFile.bytes(of: record) else { fatalError("not written") }
    guard let read = try? RecordFile.record(from: written) else { fatalError("not read") }
    precondition(read == record)
    restore(read, at: values.instant(boot: record.written.boot), &values)
  }

  /// Restores a record, checks the restored state, and continues the countdown from it.
  private static func restore(
    _ record: CountdownRecord, at now: CountdownRecord.Instant, _ values: inout FuzzValues
  ) {
    let restored = record.restored(at: now)
    switch restored.state {
    case .running(let remaining), .paused(let remaining): check(remaining)
    case .overtime(let past, let ended):
      check(past)
      check(ended, now: now.wall)
    case .finished(let ended): check(ended, now: now.wall)
    }
    var machine = CountdownMachine(.zero, options: record.options)
    machine.watch(values.choice(), at: now.steady) { _ in }
    machine.restore(restored.state, total: record.total, at: now)
    for _ in 0..<4 {
      let moment = values.moment()
      switch values.byte() % 4 {
      case 0: machine.advance(to: moment) { _ in }
      case 1: _ = machine.pause(at: moment) { _ in }
      case 2: _ = machine.resume(at: moment) { _ in }
      default: _ = machine.extend(by: values.duration(), at: moment) { _ in }
      }
      check(machine.reading(at: moment).remaining)
      check(machine.reading(at: moment).overtime)
      _ = machine.nextDue(wantsMilestones: true)
    }
  }

  /// Formats a duration, as a client of the library might.
  private static func check(_ duration: Duration) {
    precondition(duration.components.seconds >= 0)
    precondition(!duration.clockFace.isEmpty && !duration.compactText.isEmpty)
  }

  private static func check(_ ended: WallMoment, now: WallMoment) {
    check(max(.zero, now - ended))
    precondition(!ended.rfc3339().isEmpty)
  }

  private static func check(_ message: String) {
    precondition(!message.utf8.contains { $0 < 0x20 }, "several lines: \(message)")
  }
}

/// The function that the fuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The fuzzer does not change the input until this function returns.
  FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

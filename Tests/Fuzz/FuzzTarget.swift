import Foundation
import SandglassCore
import SandglassTestSupport

@testable import SandglassStores

/// The code that the fuzzer calls with every input. The fuzzer searches for traps and hangs, and
/// for texts and records that change in a round trip.
enum FuzzTarget: String, CaseIterable {
  case duration, clock, rfc3339, bytes, record, ntp, server, trusted

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

  /// Reads a record, and restores it at instants that depend on all of its bytes.
  private static func readRecord(_ bytes: [UInt8]) {
    let hash = bytes.reduce(UInt64(0)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    var random = SeededGenerator(seed: hash)
    _ = ReadRecord.check(bytes, &random)
  }

  private static func check(_ message: String) {
    precondition(!message.utf8.contains { $0 < 0x20 }, "several lines: \(message)")
  }
}

extension FuzzTarget {
  /// The first inputs. The fuzzer changes them.
  var seeds: [[UInt8]] {
    let texts: [String]
    switch self {
    case .duration:
      texts = [
        "90", "1.5", "2d 03:04:05", "1h30m", "1.5 hours", "10µs", "1w2d3h4m5s6ms7us8ns",
        "P1DT2H0.5S", "P2W",
        "18446744073.709551615",
      ]
    case .clock:
      texts = ["18:00:30", "6:30 pm", "12am"]
    case .rfc3339:
      texts = [
        "2026-12-31T23:59:59.5+08:00", "2016-12-31T23:59:60Z", "0000-01-01 00:00:00z",
        "9999-12-31T23:59:59.999999999-23:59",
      ]
    case .bytes, .record:
      var records = RandomRecord(seed: 1)
      return (0..<50).compactMap { _ in try? RecordFile.bytes(of: records.next()) }
    case .ntp:
      return [Self.packet]
    case .server:
      texts = [#"{"receive":1893456000000001,"transmit":1893456000000013,"uncertainty":500}"#]
    case .trusted:
      texts = [
        """
        sandglass trusted time 1
        boot A
        device -7
        server -5000000000 -4920000000 7000000000 6000000000
        server
        end

        """
      ]
    }
    return texts.map { Array($0.utf8) }
  }
}

/// Writes the first inputs into the folder that an environment variable names, before the fuzzer reads that folder.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(_ count: UnsafePointer<CInt>, _ arguments: UnsafeRawPointer) -> CInt {
  guard let folder = ProcessInfo.processInfo.environment["SANDGLASS_FUZZ_SEEDS"] else { return 0 }
  for (number, seed) in FuzzTarget.chosen.seeds.enumerated() {
    let isWritten = FileManager.default.createFile(
      atPath: "\(folder)/\(number)", contents: Data(seed))
    precondition(isWritten)
  }
  return 0
}

/// The function that the fuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The fuzzer does not change the input until this function returns.
  FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

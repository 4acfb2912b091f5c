import Foundation
import Observation
import Sandglass
import SandglassLedger
import SandglassStores
import SandglassTesting
import Testing

@MainActor
@Observable
final class Check {
  let countdown: Countdown
  private(set) var lines: [String] = []

  init(_ duration: Duration, in folder: String, on timekeeper: Timekeeper = .shared) {
    let store = FileCountdownStore(folder: folder, on: timekeeper)
    countdown = store.countdown("check", startingFrom: duration)
    note("boot \(timekeeper.bootIdentity?.text ?? "unknown")")
    if let found = countdown.restoration { note("found \(found.state), \(found.certainty)") }
    countdown.onTick(with: self) { check, reading in
      check.note("\(reading.clockFace), missed \(reading.missed)")
    }
    countdown.onFinish(with: self) { check, _ in check.note("finished") }
  }

  func note(_ text: String) {
    let error = countdown.storeError.map { ", \($0)" } ?? ""
    lines.insert("\(WallMoment.now.rfc3339()) \(text)\(error)", at: 0)
  }
}

@MainActor
@Suite("Documentation: checks on a Mac")
struct OnAMacTests {
  @Test("the app prints what its countdown does, and continues after a kill")
  func check() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sandglass-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let time = VirtualTime()
    let check = Check(.seconds(120), in: folder, on: time.timekeeper)
    check.countdown.start()
    time.freeze(for: .seconds(20))
    #expect(check.lines.first?.hasSuffix("1:40, missed 19") == true)

    let later = time.relaunched(after: .seconds(60))
    let again = Check(.seconds(120), in: folder, on: later.timekeeper)
    #expect(again.lines.contains { $0.contains("found running") && $0.contains("exact") })
    later.advance(by: .seconds(40))
    #expect(again.lines.first?.hasSuffix("finished") == true)
  }
}

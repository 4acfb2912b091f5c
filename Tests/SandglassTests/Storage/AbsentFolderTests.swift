import Foundation
import SandglassCore
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

@MainActor
@Suite("Law 12: a folder that is not there says nothing of its records")
struct AbsentFolderTests {
  /// What happens to the folder in which the records are.
  enum Absence: CaseIterable {
    case movedAway, parentMovedAway, replacedByEmpty, replacedByFile
  }

  private let time = VirtualTime()
  private let parent: TemporaryFolder
  private let path: String

  init() throws {
    parent = try TemporaryFolder.made()
    path = parent.file("outer/records")
  }

  private func begin(_ absence: Absence) throws {
    let files = FileManager.default
    switch absence {
    case .parentMovedAway:
      try files.moveItem(atPath: parent.file("outer"), toPath: parent.file("elsewhere"))
    case .movedAway, .replacedByEmpty, .replacedByFile:
      try files.moveItem(atPath: path, toPath: parent.file("outer/elsewhere"))
    }
    switch absence {
    case .replacedByEmpty:
      try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .replacedByFile: #expect(files.createFile(atPath: path, contents: nil))
    case .movedAway, .parentMovedAway: break
    }
  }

  private func end(_ absence: Absence) throws {
    let files = FileManager.default
    switch absence {
    case .parentMovedAway:
      try files.moveItem(atPath: parent.file("elsewhere"), toPath: parent.file("outer"))
    case .replacedByEmpty, .replacedByFile:
      // What was created in its place holds up a folder that comes back.
      #expect(remove(path) == 0)
      try files.moveItem(atPath: parent.file("outer/elsewhere"), toPath: path)
    case .movedAway:
      #expect(!files.fileExists(atPath: path), "nothing is created in its place")
      try files.moveItem(atPath: parent.file("outer/elsewhere"), toPath: path)
    }
  }

  @Test("a countdown goes on, and is written when the folder is back", arguments: Absence.allCases)
  func countdown(_ absence: Absence) async throws {
    let store = FileCountdownStore(folder: path)
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    tea.start()
    try await tea.saved()
    try begin(absence)
    time.advance(by: .seconds(10))
    await time.timekeeper.savesAreDone()
    for operation in [{ _ = tea.pause() }, { _ = tea.extend(by: .seconds(5)) }] {
      operation()
      await time.timekeeper.savesAreDone()
      #expect(tea.storeError?.kind == .unavailable)
      #expect(tea.state == .paused)
    }
    try end(absence)
    tea.resume()
    try await tea.saved()
    #expect(tea.remaining == .seconds(55))
    let record = try #require(try store.countdownRecords.read("tea"))
    let end = time.now + .seconds(55)
    #expect(record.state == .running(deadline: end, wallDeadline: time.wallNow + .seconds(55)))
  }

  @Test("a stopwatch goes on, and is written when the folder is back", arguments: Absence.allCases)
  func stopwatch(_ absence: Absence) async throws {
    let store = FileCountdownStore(folder: path)
    let run = store.on(time.timekeeper).stopwatch("run")
    run.start()
    try await run.saved()
    try begin(absence)
    time.advance(by: .seconds(10))
    run.lap()
    await time.timekeeper.savesAreDone()
    #expect(run.storeError?.kind == .unavailable)
    #expect(run.state == .running)
    try end(absence)
    run.stop()
    await time.timekeeper.savesAreDone()
    // The record is read again first.
    time.timekeeper.refresh()
    try await run.saved()
    let record = try #require(try store.stopwatchRecords.readStopwatch("run"))
    #expect(record.total == .seconds(10) && record.laps.count == 1)
  }

  @Test("only what is missing in its own folder was removed")
  func removed() async throws {
    let store = FileCountdownStore(folder: path)
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    tea.start()
    try await tea.saved()
    try FileManager.default.removeItem(atPath: path + "/tea.json")
    time.timekeeper.refresh()
    tea.extend(by: .seconds(1))
    try await tea.saved()
    #expect(tea.state == .idle)
  }

  @Test("a new record may be written into a folder that was replaced")
  func newRecord() async throws {
    let store = FileCountdownStore(folder: path)
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    tea.start()
    try await tea.saved()
    try begin(.movedAway)
    let eggs = store.on(time.timekeeper).countdown("eggs", startingFrom: .seconds(60))
    eggs.start()
    try await eggs.saved()
    #expect(try store.countdownRecords.ids() == ["eggs"])
    tea.pause()
    await time.timekeeper.savesAreDone()
    #expect(tea.storeError?.kind == .unavailable)
    #expect(try store.countdownRecords.ids() == ["eggs"])
  }
}

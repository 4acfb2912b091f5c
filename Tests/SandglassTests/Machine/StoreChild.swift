import Foundation
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

/// The work of the other processes in the tests of the store.
enum StoreChild {
  static let saves = repetitions(60, atLeast: 15)

  /// Saves records with increasing numbers until the process is killed, `delay` microseconds after the first save, and
  /// writes the number of each saved record to a file.
  static func saveUntilKilled(_ path: String, from first: Int, after delay: UInt32) throws {
    let store = FileRecords(folder: path)
    let note = open(path + "/note", O_WRONLY | O_CREAT, 0o600)
    for number in first... {
      try store.save(SampleRecord.make(label: "\(number)"))
      let text = "\(number)"
      pwrite(note, text, text.utf8.count, 0)
      guard number == first else { continue }
      Thread.detachNewThread {
        usleep(delay)
        kill(getpid(), SIGKILL)
      }
    }
  }

  static let rows = repetitions(1000, atLeast: 300)

  static func startRows(of board: CountdownBoard<String>) {
    board.start(contentsOf: (0..<rows).map { ("\($0)", Duration.seconds(3600)) })
  }

  /// Starts the rows of a kept board, and is killed when the folder has `count` files whose names have the suffix.
  static func keepRowsUntilKilled(
    _ path: String, whenThereAre count: Int, named suffix: String
  ) throws {
    let board = try CountdownBoard(keptIn: FileCountdownStore(folder: path))
    Thread.detachNewThread {
      while true {
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        if names?.count(where: { $0.hasSuffix(suffix) }) ?? 0 >= count { kill(getpid(), SIGKILL) }
      }
    }
    startRows(of: board)
    withExtendedLifetime(board) { while true { sleep(1) } }
  }

  /// Saves a shared record and one of its own, and reads both.
  static func saveAndRead(_ path: String, name: String) throws {
    let store = FileRecords(folder: path)
    for number in 0..<saves {
      try store.save(SampleRecord.make("shared", label: "\(name), \(number)"))
      let own = SampleRecord.make(name, label: "\(number)")
      try store.save(own)
      #expect(try store.read(name) == own)
      // A save that removes the former record first leaves a gap of microseconds.
      for _ in 0..<50 { #expect(try store.read("shared") != nil) }
    }
  }

  /// Saves and reads a record that a thread damages repeatedly.
  static func saveInSpiteOfDamage(_ path: String) throws {
    let store = FileRecords(folder: path)
    Thread.detachNewThread {
      while true {
        damage(path + "/tea.json")
        usleep(1000)
      }
    }
    for number in 0..<repetitions(100, atLeast: 40) {
      do {
        try store.save(SampleRecord.make(label: "\(number)"))
        try store.update("tea") { _ in .none }
      } catch {
        // Nothing is saved either.
        if case .notSaved = error.kind, error.underlying as? FileError == .timedOut { continue }
        // It is not set aside if other processes hold the folder's lock for longer than a save waits.
        guard case .damaged = error.kind else { throw error }
      }
    }
  }

  /// Truncates a file, and writes bytes that are not a complete record.
  static func damage(_ path: String) {
    let file = open(path, O_WRONLY | O_TRUNC)
    guard file >= 0 else { return }
    _ = write(file, "{\n", 2)
    close(file)
  }

  /// Runs a countdown with a receiver of its finish, until the process is killed.
  static func run(_ path: String) {
    let tea = FileCountdownStore(folder: path).countdown("tea", startingFrom: .seconds(3600))
    let owner = Owner()
    tea.onFinish(with: owner, queue: .global()) { _, _ in }
    tea.start()
    withExtendedLifetime((tea, owner)) { while true { sleep(1) } }
  }

  /// Takes laps of a stopwatch that other processes use as well.
  static func lap(_ path: String) async throws {
    let run = FileCountdownStore(folder: path).stopwatch("run")
    for _ in 0..<laps {
      #expect(poll { run.lap() })
      usleep(1000)
    }
    try await run.saved()
  }

  static let laps = 100

  private final class Owner: Sendable {}
}

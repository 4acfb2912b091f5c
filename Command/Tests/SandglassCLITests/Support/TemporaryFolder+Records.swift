import Foundation
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

@testable import SandglassStores
@testable import sandglass_cli

extension TemporaryFolder {
  /// A folder for records that waits for no disk, because the program waits for its records only so long.
  static var ofRecords: TemporaryFolder { TemporaryFolder(isInMemory: true) }

  var store: FileRecords { FileRecords(folder: path) }

  /// The names in the folder, sorted, without that of the lock on the folder.
  var names: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    // A process that was killed may have left a draft.
    return names.filter { $0 != ".sandglass.lock" && !$0.hasPrefix(".sandglass.draft") }.sorted()
  }

  /// Whether anything was ever kept.
  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Removes one file in it.
  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: file(name))
  }

  /// Puts a file where the folder would be, so that nothing can be kept.
  func block() throws { try Data().write(to: URL(fileURLWithPath: path)) }

  /// Puts somebody else's file in the place of a record, which can then be neither read nor written. Waits first until
  /// the program has written its lease, because that write could replace the file.
  func replace(_ name: String) throws {
    try waitForLease(of: String(name.dropLast(".json".count)))
    let url = URL(fileURLWithPath: file(name))
    try Data("somebody's".utf8).write(to: url, options: .atomic)
  }

  /// Waits until a process has the lease of a record.
  func waitForLease(of id: String) throws {
    guard try poll(until: { try store.read(id)?.lease != nil }) else { throw NoLease(id: id) }
  }

  /// Returns the process that runs a countdown.
  func process(of id: String) throws -> pid_t {
    let record = try #require(try store.read(id))
    return try #require(Glance().process(of: record))
  }

  private struct NoLease: Error { let id: String }

  /// Cuts a file in half, as a crash of the system may.
  func tear(_ name: String) throws {
    let bytes = try read(name)
    try write(Array(bytes.prefix(bytes.count / 2)), to: name)
  }

  /// Keeps a countdown of two hours that nobody runs.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - label: Its label.
  ///   - remaining: What is left; negative if it has ended meanwhile.
  ///   - boot: The boot in which the record was written; nil for this one.
  /// - Throws: The store's error.
  func keep(
    _ id: String, label: String? = nil, remaining: Duration, boot: BootIdentity? = nil
  ) throws {
    let keeper = Timekeeper.shared
    let (now, wall) = (keeper.now, keeper.wallNow)
    try store.save(
      CountdownRecord(
        id: id, label: label,
        state: .running(deadline: now + remaining, wallDeadline: wall + remaining),
        target: .duration(.seconds(7200)), total: .seconds(7200),
        options: CountdownOptions(tolerance: .zero),
        written: ClockInstant(
          steady: now, wall: wall, boot: boot ?? keeper.bootIdentity)))
  }
}

import Foundation

@testable import Sandglass

/// A folder for one test, removed with everything in it when the test is over.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("sandglass-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var store: FileCountdownStore { FileCountdownStore(folder: path) }

  /// The names in the folder but those of locks, sorted.
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { !$0.hasSuffix(".lock") }.sorted()
    }
  }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }
}

import Foundation

/// A folder for one test, removed with everything in it when the test is over.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// A folder that does not exist until something is put into it.
  ///
  /// - Parameter isInMemory: Whether it is one that waits for no disk, where the system has such.
  package init(isInMemory: Bool = false) {
    let memory = "/dev/shm"
    let parent =
      isInMemory && FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    path = parent.appendingPathComponent("sandglass-\(UUID().uuidString)").path
  }

  /// A folder that exists, and is empty.
  package static func made() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    return folder
  }

  deinit { remove() }

  /// Removes it with everything in it.
  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }

  package func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  package func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }
}

import Foundation

/// A folder for one test. It is removed with its contents when the test is over.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Creates an object for a folder that does not exist until something is put into it.
  ///
  /// - Parameter isInMemory: Whether the folder is in memory, on systems that support that.
  package init(isInMemory: Bool = false) {
    let memory = "/dev/shm"
    let parent =
      isInMemory && FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    path = parent.appendingPathComponent("sandglass-\(UUID().uuidString)").path
  }

  /// Creates an empty folder.
  package static func made() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    return folder
  }

  deinit { remove() }

  /// Removes the folder with its contents.
  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  package func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  package func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }
}

import Foundation
import Sandglass
import SandglassTestSupport

extension TemporaryFolder {
  var store: FileCountdownStore { FileCountdownStore(folder: path) }

  /// The names in the folder but those of locks, sorted.
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { !$0.hasSuffix(".lock") }.sorted()
    }
  }
}

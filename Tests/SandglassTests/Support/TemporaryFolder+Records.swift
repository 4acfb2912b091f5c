import Foundation
import Sandglass
import SandglassTestSupport

extension TemporaryFolder {
  var store: FileCountdownStore { FileCountdownStore(folder: path) }

  /// The sorted names in the folder, without those of locks.
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { !$0.hasSuffix(".lock") }.sorted()
    }
  }
}

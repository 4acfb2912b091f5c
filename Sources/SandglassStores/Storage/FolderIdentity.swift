import Sandglass
import SandglassCore
import SandglassLedger
/// The folder in which a record was last seen, told from any other folder at the same path.
///
/// A record that is missing was removed only if this folder is there and does not contain it. A folder that was moved
/// away, or that another one has replaced, as when a disk is unmounted, says nothing of the record.
struct FolderIdentity: Hashable, Sendable {
  private let folder: FileStatus.Identity

  init(_ folder: FileStatus.Identity) {
    self.folder = folder
  }
}

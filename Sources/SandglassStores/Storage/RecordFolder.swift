import Sandglass
import SandglassCore
import SandglassLedger

/// An open folder of records, for reading. Use a ``FolderChange`` to change the folder.
struct RecordFolder: ~Copyable {
  private let descriptor: Descriptor

  /// Which folder this is, told from any other at the same path.
  let identity: FolderIdentity

  /// Opens a folder.
  init(_ path: String) throws(FileError) {
    let opened = Descriptor(try FileCalls.openFolder(path))
    identity = FolderIdentity(try FileCalls.status(of: opened.number).identity)
    descriptor = opened
  }

  /// Opens a folder in order to change it. Creates the folder and its parents if they do not exist.
  init(making path: String) throws(FileError) {
    do throws(FileError) {
      self = try RecordFolder(path)
    } catch {
      guard error.isMissing else { throw error }
      try FileCalls.makeFolders(path)
      self = try RecordFolder(path)
    }
    // If the folder had a stricter protection class, no file could be created in it while the device is locked.
    FileCalls.makeUsableWhileLocked(number)
  }

  /// The file descriptor of the folder, for system calls on its files.
  var number: Int32 { descriptor.number }

  /// Returns the bytes of the file of a record; nil if it was never there, or was removed.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - lastFolder: The folder in which the record was last seen; nil if it was not.
  /// - Returns: The bytes.
  /// - Throws: The fault, also if this is another folder, which says nothing of the record.
  func contents(of name: String, lastIn lastFolder: FolderIdentity?) throws(RecordFault) -> [UInt8]?
  {
    if let bytes = try contents(of: name) { return bytes }
    if let lastFolder, lastFolder != identity { throw .unavailable(.folderReplaced) }
    return nil
  }

  /// Returns the bytes of a file; nil if there is none.
  private func contents(of name: String) throws(RecordFault) -> [UInt8]? {
    let misfit: String
    do throws(FileError) {
      let file = Descriptor(try FileCalls.openFile(name, in: number))
      switch try FileCalls.size(of: file.number) {
      case nil:
        misfit = "it is not a regular file"
      case let size? where size > RecordEnvelope.limit:
        misfit = "it has \(size) bytes; accepted: up to \(RecordEnvelope.limit)"
      case _?:
        return try FileCalls.readAll(file.number, atMost: RecordEnvelope.limit)
      }
    } catch {
      if error.isMissing { return nil }
      throw error.isLink ? .foreign("it is a symbolic link") : .unavailable(error)
    }
    throw .foreign(misfit)
  }
}

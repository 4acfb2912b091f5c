import SandglassCore

/// An open folder of records, to look at; a ``FolderChange`` changes it.
struct RecordFolder: ~Copyable {
  private let descriptor: Descriptor

  /// Opens a folder.
  init(_ path: String) throws(FileError) {
    descriptor = Descriptor(try FileCalls.openFolder(path))
  }

  /// Opens a folder to change it, and makes it, and those above it, where they do not exist.
  init(making path: String) throws(FileError) {
    do throws(FileError) {
      descriptor = Descriptor(try FileCalls.openFolder(path))
    } catch {
      guard error.isMissing else { throw error }
      try FileCalls.makeFolders(path)
      descriptor = Descriptor(try FileCalls.openFolder(path))
    }
    // While the device is locked, a stricter folder would admit no new file.
    FileCalls.makeUsableWhileLocked(number)
  }

  /// The open folder, for calls on files.
  var number: Int32 { descriptor.number }

  /// The record of an id; nil if there is none.
  func record<Record: StoredRecord>(
    _ id: String, named name: RecordName
  ) throws(RecordFault) -> Record? {
    guard let bytes = try contents(of: name.record) else { return nil }
    let record = try Record.read(bytes)
    // Ids are told apart by their bytes, as their names are.
    guard record.id.utf8.elementsEqual(id.utf8) else {
      throw .foreign("it is that of \(record.id.shown)")
    }
    return record
  }

  /// The bytes of a file; nil if there is none.
  private func contents(of name: String) throws(RecordFault) -> [UInt8]? {
    let misfit: String
    do throws(FileError) {
      let file = Descriptor(try FileCalls.openFile(name, in: number))
      switch try FileCalls.size(of: file.number) {
      case nil:
        misfit = "it is a folder, or something else that is no file"
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

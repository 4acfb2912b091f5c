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

  /// What stands where the record of an id would be.
  func look(for id: String, named name: RecordName) -> StoredRecord {
    do throws(FileError) {
      let file = Descriptor(try FileCalls.openFile(name.record, in: number))
      guard let size = try FileCalls.size(of: file.number) else {
        return .faulty(.foreign("it is a folder, or something else that is no file"))
      }
      guard size <= RecordFile.limit else {
        return .faulty(.foreign("it has \(size) bytes; accepted: up to \(RecordFile.limit)"))
      }
      return Self.record(of: id, in: try FileCalls.readAll(file.number, atMost: RecordFile.limit))
    } catch {
      if error.isMissing { return .missing }
      return error.isLink ? .faulty(.foreign("it is a symbolic link")) : .unavailable(error)
    }
  }

  private static func record(of id: String, in bytes: [UInt8]) -> StoredRecord {
    do throws(RecordFault) {
      let record = try RecordFile.record(from: bytes)
      // Ids are told apart by their bytes, as their names are.
      guard record.id.utf8.elementsEqual(id.utf8) else {
        return .faulty(.foreign("it is that of \(record.id.shown)"))
      }
      return .whole(record)
    } catch {
      return .faulty(error)
    }
  }
}

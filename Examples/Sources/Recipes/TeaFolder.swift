#if os(Linux) || os(iOS) || os(macOS)
  import Foundation

  #if os(Linux)
    import AppleStandIns
  #endif

  /// The app has no such entitlement, or the name of the group is another one.
  struct MissingAppGroup: Error {
    let group: String
  }

  /// Returns the folder of the records, which the app and its extension share. It throws without the entitlement for the
  /// app group: each process would find a folder of its own then, and see none of the other's records.
  func teaFolder() throws -> URL {
    let group = "group.example.tea"
    guard
      let container = FileManager.default
        .containerURL(forSecurityApplicationGroupIdentifier: group)
    else { throw MissingAppGroup(group: group) }
    return container.appending(path: "countdowns")
  }
#endif

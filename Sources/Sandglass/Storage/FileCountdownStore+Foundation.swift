#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FileCountdownStore {
  /// Creates a store in a folder, which need not exist yet. Accesses no file.
  ///
  /// ```swift
  /// let store = FileCountdownStore(folder: .applicationSupportDirectory.appending(path: "Countdowns"))
  /// ```
  ///
  /// - Parameters:
  ///   - folder: The URL of a folder that is used for nothing else. Traps unless it is a file URL. In an app, the
  ///     folder is in the app's own container, or in an app group's container if other processes need the records.
  ///   - onDamage: Called with the error of each damaged record that a save has set aside, on the thread that saves.
  public init(
    folder: URL, onDamage: (@Sendable (CountdownStoreError) -> Void)? = nil
  ) {
    precondition(
      folder.isFileURL, "A folder of records must have a file URL, but has \(folder).")
    self.init(folder: folder.path(percentEncoded: false), onDamage: onDamage)
  }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import SandglassCore

extension FileCountdownStore {
  /// Creates a store in a folder, which need not exist yet. This resolves the links in its path, and reads no file.
  ///
  /// ```swift
  /// let store = FileCountdownStore(folder: .applicationSupportDirectory.appending(path: "Countdowns"))
  /// ```
  ///
  /// - Parameters:
  ///   - folder: The URL of a folder that is not used for anything else. It must be a file URL; otherwise this traps.
  ///     In an app, use a folder in the app's own container, or in an app group's container if other processes need the
  ///     records.
  ///   - onDamage: The closure to call when a save has set a damaged record aside. It is called with the error, on the
  ///     thread that saves.
  public init(
    folder: URL, onDamage: (@Sendable (CountdownStoreError) -> Void)? = nil
  ) {
    precondition(
      folder.isFileURL, "A folder of records must have a file URL, but has \(folder).")
    self.init(folder: folder.path(percentEncoded: false), onDamage: onDamage)
  }
}

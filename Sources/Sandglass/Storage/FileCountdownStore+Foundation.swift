#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FileCountdownStore {
  /// Makes a store in a folder, which need not exist yet. This touches no file.
  ///
  /// ```swift
  /// let store = FileCountdownStore(folder: .applicationSupportDirectory.appending(path: "Countdowns"))
  /// ```
  ///
  /// - Parameters:
  ///   - folder: The URL of a folder that is used for nothing else; one that is no file's URL is a programmer's error
  ///     and traps. In an app it lies in the app's own container, or in an app group's if other processes need the
  ///     records.
  ///   - onDamage: Told of each damaged record that a save has set aside, on the thread that saves.
  public init(
    folder: URL, onDamage: (@Sendable (CountdownStoreError) -> Void)? = nil
  ) {
    precondition(
      folder.isFileURL, "A folder of records needs the URL of a file, but this is \(folder).")
    self.init(folder: folder.path(percentEncoded: false), onDamage: onDamage)
  }
}

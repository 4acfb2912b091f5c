public import Sandglass
public import SandglassLedger
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import SandglassCore

extension FileCountdownStore {
  /// Creates a store in a folder of this app, at the place where the platform lets an app keep files.
  ///
  /// ```swift
  /// let store = FileCountdownStore(named: "Countdowns")
  /// ```
  ///
  /// The place is the folder for application support. **On tvOS it is the folder for caches**, because an app on an Apple
  /// TV can write to no other. The system may remove that folder while the app is not running, and then the countdowns
  /// have not been kept. In the simulator for tvOS, every folder can be written.
  ///
  /// - Parameters:
  ///   - name: The name of the folder, which is not used for anything else.
  ///   - onDamage: The closure to call when a save has put another record in the place of a damaged one, which it has set
  ///     aside. It is called with the error, on the thread that saves. Damage that is found without a save is an error,
  ///     such as the ``Countdown/storeError`` of a countdown that is asked for.
  ///   - timekeeper: The timekeeper to run on.
  public init(
    named name: String, onDamage: (@Sendable (CountdownStoreError) -> Void)? = nil,
    on timekeeper: Timekeeper = .shared
  ) {
    #if os(tvOS)
      let place = FileManager.SearchPathDirectory.cachesDirectory
    #else
      let place = FileManager.SearchPathDirectory.applicationSupportDirectory
    #endif
    guard let parent = FileManager.default.urls(for: place, in: .userDomainMask).first else {
      preconditionFailure("The system names no folder for the files of an app.")
    }
    self.init(folder: parent.appending(path: name), onDamage: onDamage, on: timekeeper)
  }

  /// Creates a store in a folder, which need not exist yet. This resolves the links in its path, and reads no file.
  ///
  /// ```swift
  /// let store = FileCountdownStore(folder: .documentsDirectory.appending(path: "Countdowns"))
  /// ```
  ///
  /// - Parameters:
  ///   - folder: The URL of a folder that is not used for anything else. It must be a file URL; otherwise this traps.
  ///     In an app, use a folder in an app group's container if other processes need the records, and otherwise
  ///     ``init(named:onDamage:on:)``.
  ///   - onDamage: The closure to call when a save has put another record in the place of a damaged one, which it has set
  ///     aside. It is called with the error, on the thread that saves. Damage that is found without a save is an error,
  ///     such as the ``Countdown/storeError`` of a countdown that is asked for.
  ///   - timekeeper: The timekeeper to run on.
  public init(
    folder: URL, onDamage: (@Sendable (CountdownStoreError) -> Void)? = nil,
    on timekeeper: Timekeeper = .shared
  ) {
    precondition(
      folder.isFileURL, "A folder of records must have a file URL, but has \(folder).")
    self.init(folder: folder.path(percentEncoded: false), onDamage: onDamage, on: timekeeper)
  }
}

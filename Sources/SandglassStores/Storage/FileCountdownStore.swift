public import Sandglass
import SandglassCore
public import SandglassLedger

/// A store of countdowns and stopwatches in a folder, each in its own file of human-readable JSON.
///
/// ```swift
/// let store = FileCountdownStore(folder: folder)
/// let tea = store.countdown("tea", startingFrom: .seconds(180))
/// ```
///
/// The first save creates the folder, with access for its owner only. Any number of threads and processes on the same
/// machine can use the folder at the same time.
///
/// **Saving** replaces a record as a whole or not at all. The record is written to a temporary file, which is then
/// renamed. The file and the folder are synchronised to disk before `save` returns, or before `update` returns, once
/// for all of its records. After a crash at any time, either the earlier record or the new one is in the folder.
///
/// **Damage** is detected, because each record ends with a checksum. A record that was only partly written or was
/// changed, even by hand, is renamed to `<name>.damaged-1.json`, or to the next number that is not in use, when it is
/// updated. The update of such a record reports the damage to the handler if it saves a new record, and otherwise as an
/// error. Reading it throws an error, and changes nothing. Three kinds of files are not changed, and cannot be replaced
/// by a save: records from a later version of the library, files that are not records, and files that cannot be read at
/// the moment.
///
/// **A folder that is not there** has no records for those who begin with it. For a countdown or a stopwatch whose record
/// was in it, it is a store that does not answer, and so is another folder in its place, as when a disk is unmounted: the
/// error is `unavailable`, nothing is created, and the next change, or ``Timekeeper/refresh()``, tries again. Such a
/// record was removed only if it is missing in the folder in which it was.
///
/// **Other files** are neither changed nor removed. Apart from the records, the store's own files are `.sandglass.lock`
/// and, for a short time, `.sandglass.draft`, `.sandglass.draft-1` and so on. All of the store's files are regular files
/// that belong to the same user, have one name, and contain only data that the store has written. If any other file has
/// the name of a record or of the lock, the call fails. If it has the name of a draft, another name is used.
///
/// **On a phone**, the folder and its files have the protection class "complete until first user authentication". Once
/// the device has been unlocked after a boot, they can be read and written even while it is locked, and even if the
/// app's default is stricter. Keep the folder in the app's own container if you can. If the folder is in an app group's
/// container, the system terminates a process that is suspended while it holds a lock on a file in the folder. Each
/// change in such a folder is therefore an expiring activity, which delays the suspension, and no lock is held between
/// changes. For details, see <doc:KeepingCountdowns>.
///
/// **Ids** are compared by their UTF-8 bytes. In a file name, lowercase letters, digits, `-` and `_` take one byte
/// each. Every other byte of the id takes three bytes. The limit is 224 bytes in total.
public struct FileCountdownStore: CountdownStore, StopwatchStore {
  let records: FileRecords

  /// The timekeeper that the countdowns and stopwatches run on.
  public let timekeeper: Timekeeper

  /// Creates a store in a folder, which need not exist yet. This resolves the links in its path, and reads no file.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder that is not used for anything else. In an app, use a folder in the app's own
  ///     container, or in an app group's container if other processes need the records.
  ///   - onDamage: The closure to call when a save has put another record in the place of a damaged one, which it has set
  ///     aside. It is called with the error, on the thread that saves. Damage that is found without a save is an error,
  ///     such as the ``Countdown/storeError`` of a countdown that is asked for.
  ///   - timekeeper: The timekeeper to run on.
  public init(
    folder: String, onDamage: (@Sendable (CountdownStoreError) -> Void)? = nil,
    on timekeeper: Timekeeper = .shared
  ) {
    records = FileRecords(folder: folder, onDamage: onDamage)
    self.timekeeper = timekeeper
  }

  package init(_ records: FileRecords, on timekeeper: Timekeeper = .shared) {
    self.records = records
    self.timekeeper = timekeeper
  }

  /// Returns the same store on another timekeeper, for a test in which another process uses the folder.
  public func on(_ timekeeper: Timekeeper) -> FileCountdownStore {
    FileCountdownStore(records, on: timekeeper)
  }

  /// What reads and changes the records of countdowns. To name its type, import SandglassLedger.
  public var countdownRecords: any CountdownRecordStore { records }

  /// What reads and changes the records of stopwatches. To name its type, import SandglassLedger.
  public var stopwatchRecords: any StopwatchRecordStore { records }
}

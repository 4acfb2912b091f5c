import Sandglass
import Synchronization

/// The right to run a kept countdown, and where its record is.
final class RecordClaim: Sendable {
  let id: String
  let store: FileCountdownStore
  private let lock: Mutex<RecordLock?>

  init(_ lock: consuming RecordLock, in store: FileCountdownStore) {
    id = lock.id
    self.store = store
    self.lock = Mutex(lock)
  }

  /// Its record, and the countdown that goes on from there; nil if there is none any more.
  func restored() throws(CatalogError) -> (record: CountdownRecord, countdown: Countdown)? {
    do throws(CountdownStoreError) {
      guard let record = try store.record(id) else { return nil }
      return try Countdown.kept(id, in: store).map { (record, $0) }
    } catch {
      throw .store(error)
    }
  }

  /// Gives up the right. It waits for the disk, and for other processes that use the folder.
  func release() {
    // The lock goes when the former value does, here and not under the mutex.
    _ = lock.withLock { lock in
      defer { lock = nil }
      return lock
    }
  }
}

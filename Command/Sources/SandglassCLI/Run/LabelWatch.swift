import Dispatch
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores

/// Watches the labels of kept countdowns, which other processes may change.
///
/// A countdown reports what others do to its run, but its label is not part of a run.
@MainActor
final class LabelWatch {
  private let watch: (any StoreWatch)?

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - changed: Called after each change, with the labels of the records that have been changed, by the bytes of their
  ///     ids, and whether one of them or the folder itself cannot be read, or has been moved.
  init(
    _ catalog: CountdownCatalog,
    _ changed: @escaping @MainActor (_ labels: [[UInt8]: String?], _ isFailing: Bool) -> Void
  ) {
    watch = catalog.store.watch { ids in
      var labels: [[UInt8]: String?] = [:]
      var isFailing = ids == nil
      for id in ids ?? [] {
        do {
          if let record = try catalog.store.read(id) {
            labels[Array(id.utf8)] = .some(record.label)
          }
        } catch {
          isFailing = true
        }
      }
      DispatchQueue.main.async { [labels, isFailing] in changed(labels, isFailing) }
    }
  }
}

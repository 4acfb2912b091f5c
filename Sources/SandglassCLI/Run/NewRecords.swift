import Dispatch
import Sandglass

/// Writes the records of countdowns that have just started.
@MainActor
enum NewRecords {
  /// A countdown that is to be kept.
  struct Request: Sendable {
    /// Its index in the run.
    let index: Int
    let countdown: Countdown
    let label: String?
    let name: String

    init(_ index: Int, _ countdown: Countdown, label: String?, name: String) {
      self.index = index
      self.countdown = countdown
      self.label = label
      self.name = name
    }
  }

  /// How long the first announcements wait for the records. Writing a record takes milliseconds, so
  /// this limit matters only if the disk does not respond. The disk must not delay the countdowns.
  private static let limit = DispatchTimeInterval.seconds(1)

  /// The results so far.
  private struct Progress {
    var places: [Int: KeptPlace] = [:]
    var failure: String?
  }

  /// Writes the records, and waits for them at most as long as the announcements may be delayed.
  ///
  /// - Parameter requests: The countdowns.
  /// - Returns: The ids and catalogs of the kept countdowns, by index, and the first reason why a
  ///   countdown is not kept.
  static func written(
    for requests: [Request]
  ) -> (places: [Int: KeptPlace], failure: String?) {
    let progress = Locked(Progress())
    let isDone: Bool? = Shutdown.result(grace: Shutdown.recordGrace, limit: limit) { done in
      DispatchQueue(label: "sandglass records").async {
        write(requests, to: progress)
        done(true)
      }
    }
    return progress.withLock { progress in
      let failure =
        progress.failure
        ?? (isDone == nil ? "the folder did not respond in time" : nil)
      return (progress.places, failure)
    }
  }

  nonisolated private static func write(_ requests: [Request], to progress: Locked<Progress>) {
    do throws(CatalogError) {
      let catalog = try CountdownCatalog.inEnvironment()
      var taken = Set(try catalog.ids())
      let drafts = requests.map { request in
        let ids = CountdownCatalog.newIDs(for: request.name, besides: taken)
        if let first = ids.first(where: { _ in true }) { taken.insert(first) }
        return (countdown: request.countdown, label: request.label, ids: AnySequence(ids))
      }
      let results = Countdown.keep(drafts, in: catalog.store)
      progress.withLock { progress in
        for (request, result) in zip(requests, results) {
          switch result {
          case .success(let id):
            progress.places[request.index] = KeptPlace(id: id, catalog: catalog)
          case .failure(let error): progress.failure = progress.failure ?? "\(error)"
          case nil: break
          }
        }
      }
    } catch {
      progress.withLock { $0.failure = $0.failure ?? error.message }
    }
  }
}

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

  /// The results so far. The caller that waits for them takes them once.
  private struct Progress {
    var places: [Int: KeptPlace] = [:]
    var failure: String?
    var isTaken = false
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
      Task.detached {
        write(requests, to: progress)
        done(true)
      }
    }
    return progress.withLock { progress in
      progress.isTaken = true
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
      for request in requests {
        guard progress.withLock({ !$0.isTaken }) else { return }
        do throws(CatalogError) {
          guard let id = try catalog.keep(request, besides: taken) else { continue }
          taken.insert(id)
          let isInTime = progress.withLock { progress in
            progress.places[request.index] = KeptPlace(id: id, catalog: catalog)
            return !progress.isTaken
          }
          // If the caller has stopped waiting, the countdown is announced without an id, and no
          // process could find its record.
          if !isInTime { request.countdown.ceaseKeeping() }
        } catch {
          progress.withLock { $0.failure = $0.failure ?? error.message }
        }
      }
    } catch {
      progress.withLock { $0.failure = $0.failure ?? error.message }
    }
  }
}

extension CountdownCatalog {
  /// Keeps a new countdown under an id that resembles its name. Returns nil if the countdown has
  /// already ended.
  fileprivate func keep(
    _ request: NewRecords.Request, besides taken: Set<String>
  ) throws(CatalogError) -> String? {
    let ids = Self.newIDs(for: request.name, besides: taken)
    do throws(CountdownStoreError) {
      return try request.countdown.keep(in: store, label: request.label, underOneOf: ids)
    } catch {
      throw .store(error)
    }
  }
}

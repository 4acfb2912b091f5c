import Dispatch
import Sandglass
import SandglassStores

/// Writes the records of countdowns that have just started.
///
/// The disk must not delay the countdowns, so they do not wait for their records for longer than ``limit``. A slow disk
/// does not keep them from being kept: their records are written all the same, and their ids are known later.
@MainActor
final class NewRecords {
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

  /// What has become of the records so far.
  struct Progress: Sendable {
    /// Whether the folder has been read. If it has, and the records are not written, the folder is slow. If it has not,
    /// the folder does not respond.
    var isFolderRead = false

    /// Whether every record has been written or refused.
    var isDone = false

    /// The ids and catalogs of the kept countdowns, by index. Countdowns that ended before they were kept have none.
    var references: [Int: KeptReference] = [:]

    /// The countdowns that are not kept, why, and whether another attempt may succeed.
    var failures: [(request: Request, reason: String, mayPass: Bool)] = []
  }

  /// Writes records, and calls `note` with each change of the progress.
  typealias Writing =
    @Sendable (_ requests: [Request], _ note: ((inout Progress) -> Void) -> Void) -> Void

  /// How long the first announcements wait for the records. Writing a record takes milliseconds, so
  /// this limit matters only if the disk is slow or does not respond.
  static let limit = DispatchTimeInterval.seconds(1)

  private struct State: Sendable {
    var progress = Progress()
    var waiting: [@Sendable () -> Void] = []
  }

  private let requests: [Request]
  private let state = Locked(State())

  /// Begins to write records, on a queue of its own.
  init(_ requests: [Request], by write: @escaping Writing = NewRecords.write) {
    self.requests = requests
    DispatchQueue(label: "sandglass records").async { [state] in
      write(requests) { change in state.withLock { change(&$0.progress) } }
      let waiting = state.withLock { state in
        state.progress.isDone = true
        defer { state.waiting = [] }
        return state.waiting
      }
      for body in waiting { body() }
    }
  }

  nonisolated var progress: Progress { state.withLock(\.progress) }

  /// Calls `body` once every record has been written or refused, on any thread.
  nonisolated func whenDone(_ body: @escaping @Sendable () -> Void) {
    let isDone = state.withLock { state in
      if !state.progress.isDone { state.waiting.append(body) }
      return state.progress.isDone
    }
    if isDone { body() }
  }

  /// Waits until every record has been written or refused, but no longer than `limit`, or than a signal allows. Returns
  /// the progress.
  func wait(atMost limit: DispatchTimeInterval? = nil) -> Progress {
    RecordWaits.wait(atMost: limit, until: whenDone)
    return progress
  }

  /// The names of the countdowns that had ended before they could be kept. Empty until everything is done.
  var ended: [String] {
    let progress = progress
    guard progress.isDone else { return [] }
    let known = Set(progress.failures.map(\.request.index)).union(progress.references.keys)
    return requests.filter { !known.contains($0.index) }.map(\.name)
  }
}

// MARK: - Writing

extension NewRecords {
  /// How many records are written in one update. All of an update are in memory at once, also as the bytes of their files.
  nonisolated private static let batch = 256

  nonisolated private static func write(
    _ requests: [Request], _ note: ((inout Progress) -> Void) -> Void
  ) {
    do throws(CatalogError) {
      let catalog = try CountdownCatalog.inEnvironment()
      let taken: Set<String>
      do throws(CatalogError) { taken = Set(try catalog.ids()) } catch {
        return note { progress in progress.failures = requests.map { ($0, error.message, true) } }
      }
      note { $0.isFolderRead = true }
      let ids = CountdownCatalog.newIDs(for: requests.map(\.name), besides: taken)
      let drafts = zip(requests, ids).map { request, ids in
        (countdown: request.countdown, label: request.label, ids: AnySequence(ids))
      }
      for start in stride(from: 0, to: drafts.count, by: batch) {
        let range = start..<min(start + batch, drafts.count)
        let results = Countdown.keep(Array(drafts[range]), in: catalog.store)
        note { progress in
          for (request, result) in zip(requests[range], results) {
            switch result {
            case .success(let id):
              progress.references[request.index] = KeptReference(id: id, catalog: catalog)
            case .failure(let error):
              progress.failures.append((request, "\(error)", error.mayPass))
            case nil: break
            }
          }
        }
      }
    } catch {
      note { progress in progress.failures = requests.map { ($0, error.message, false) } }
    }
  }
}

// MARK: - In words

extension NewRecords {
  /// What is said if the records are not written within the limit.
  var delayText: String {
    progress.isFolderRead
      ? "still being kept, because the folder is slow" : "not kept yet: the folder does not respond"
  }

  /// Which countdowns are not kept, and the first reason; nil if all are.
  var failureText: String? {
    let failures = progress.failures
    guard let reason = failures.first?.reason else { return nil }
    // If nothing is kept, there is nothing to tell apart.
    guard failures.count < requests.count else { return reason }
    return NameList.text(failures.map(\.request.name)) + ": " + reason
  }
}

import Sandglass
import SandglassCore
import SandglassStores

/// A countdown that is ready to be run.
struct ReadyCountdown {
  var label: String?

  /// The text to display if no label was given.
  var caption: String?

  let countdown: Countdown

  /// The target; nil if another process started the countdown.
  var target: CountdownRequest.Target?

  /// Whether each phase after the first begins paused.
  var waits = false

  /// The name from which the id is derived; nil if the countdown is not to be kept.
  var name: String?

  /// The id and the catalog; nil if the countdown has no record, or none yet.
  var reference: KeptReference?
}

/// The id and the catalog of a kept countdown.
struct KeptReference {
  let id: String
  let catalog: CountdownCatalog
}

// MARK: - New countdowns

extension ReadyCountdown {
  /// Creates the requested countdowns, without records, because writing records must not delay the
  /// start.
  static func all(_ request: RunRequest) -> [ReadyCountdown] {
    request.countdowns.map {
      ReadyCountdown($0, in: request)
    }
  }

  private init(_ request: CountdownRequest, in run: RunRequest) {
    // The tolerance is zero, because lines should be printed on time.
    let options = CountdownOptions(
      milestones: run.milestones, countsPastZero: run.countsPastZero, tolerance: .zero,
      pausesAsleep: run.pausesAsleep)
    let countdown =
      switch request.target {
      case .duration(let duration): Countdown(duration, options: options)
      case .instant(let instant): Countdown(until: instant, options: options)
      case .phases(let plan):
        Countdown(phases: plan.phases, rounds: plan.rounds, options: options)
      }
    self.init(
      label: request.label, caption: request.caption, countdown: countdown,
      target: request.target, waits: request.waits, name: run.isKept ? request.name : nil)
  }
}

// MARK: - Kept countdowns

extension ReadyCountdown {
  /// Returns the selected countdowns. Each continues from its record.
  ///
  /// Any of them may end in another process at any time, or be damaged. The others are returned, and `warn` is called with
  /// what is wrong.
  static func kept(
    _ selection: KeptSelection, in catalog: CountdownCatalog, localTime: LocalTimeRule,
    warn: (String) -> Void
  ) throws(CatalogError) -> [ReadyCountdown] {
    var problems: [CatalogError] = []
    var ready: [ReadyCountdown] = []
    for id in try ids(of: selection, in: catalog, &problems, warn) {
      do throws(CatalogError) {
        if let countdown = try catalog.countdown(id) {
          ready.append(
            ReadyCountdown(
              label: countdown.label, caption: caption(countdown.currentTarget, localTime),
              countdown: countdown, reference: KeptReference(id: id, catalog: catalog)))
        } else if selection != .all {
          problems.append(catalog.notFound(id))
        }
      } catch {
        problems.append(error)
      }
    }
    if ready.isEmpty, let first = problems.first { throw first }
    for problem in problems { warn(problem.message) }
    return ready
  }

  /// Returns the ids of the selected countdowns, and adds the words that mean none to the problems.
  private static func ids(
    of selection: KeptSelection, in catalog: CountdownCatalog, _ problems: inout [CatalogError],
    _ warn: (String) -> Void
  ) throws(CatalogError) -> [String] {
    guard case .named(let words) = selection else { return try catalog.ids() }
    var known: Set<[UInt8]> = []
    var ids: [String] = []
    for word in words {
      do throws(CatalogError) {
        let id = try catalog.id(of: word, warn: warn)
        if known.insert(Array(id.utf8)).inserted { ids.append(id) }
      } catch {
        guard error.status == ExitStatus.notFound else { throw error }
        problems.append(error)
      }
    }
    return ids
  }

  private static func caption(
    _ target: CountdownTarget, _ localTime: LocalTimeRule
  ) -> String? {
    guard case .wall(let instant) = target else { return nil }
    let time = localTime.text(instant, now: WallMoment.now)
    return "until " + (time.hasSuffix(":00") ? String(time.dropLast(3)) : time)
  }
}

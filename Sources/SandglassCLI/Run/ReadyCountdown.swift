import Sandglass

/// A countdown that is ready to be run.
struct ReadyCountdown {
  var label: String?

  /// What a person is shown in place of a label that was not given.
  var caption: String?

  let countdown: Countdown

  /// What it counts down to; nil for one that another process has begun.
  var target: CountdownRequest.Target?

  /// What it is called where it is kept; nil if it is not to be kept.
  var name: String?

  /// Where it is kept; nil if it is not, or not yet.
  var place: KeptPlace?
}

/// Where a countdown is kept.
struct KeptPlace {
  let id: String
  let catalog: CountdownCatalog
}

// MARK: - A new one

extension ReadyCountdown {
  /// The countdowns that were asked for. None is kept yet: that is not to hold up their start.
  static func all(_ request: RunRequest) -> [ReadyCountdown] {
    request.countdowns.map {
      ReadyCountdown($0, milestones: request.milestones, isKept: request.isKept)
    }
  }

  private init(_ request: CountdownRequest, milestones: [Duration], isKept: Bool) {
    // Lines are to be on time rather than to share a wake-up.
    let options = CountdownOptions(milestones: milestones, tolerance: .zero)
    let countdown =
      switch request.target {
      case .duration(let duration): Countdown(duration, options: options)
      case .instant(let instant): Countdown(until: instant, options: options)
      }
    self.init(
      label: request.label, caption: request.caption, countdown: countdown,
      target: request.target, name: isKept ? request.name : nil)
  }
}

// MARK: - A kept one

extension ReadyCountdown {
  /// The kept countdown that `word` means, going on as it was.
  static func kept(
    _ word: String, in catalog: CountdownCatalog, localTime: LocalTimeRule, warn: (String) -> Void
  ) throws(CatalogError) -> ReadyCountdown {
    let record = try catalog.claim(word, warn: warn)
    guard let countdown = try catalog.countdown(record.id) else { throw catalog.notFound(word) }
    return ReadyCountdown(
      label: record.label, caption: caption(record.target, localTime), countdown: countdown,
      place: KeptPlace(id: record.id, catalog: catalog))
  }

  private static func caption(
    _ target: CountdownRecord.Target, _ localTime: LocalTimeRule
  ) -> String? {
    guard case .wall(let instant) = target else { return nil }
    let time = localTime.text(instant, now: WallClock.now)
    return "until " + (time.hasSuffix(":00") ? String(time.dropLast(3)) : time)
  }
}

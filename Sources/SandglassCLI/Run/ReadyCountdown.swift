import Sandglass

/// A countdown that is ready to be run.
struct ReadyCountdown {
  var label: String?

  /// What a person is shown in place of a label that was not given.
  var caption: String?

  let countdown: Countdown

  /// What it counts down to; nil for one that another process has begun.
  var target: CountdownRequest.Target?

  /// The right to run it; nil if it is not kept.
  var claim: RecordClaim?
}

// MARK: - A new one

extension ReadyCountdown {
  /// The countdowns that were asked for, each kept if it can be.
  ///
  /// - Parameters:
  ///   - request: What was asked for.
  ///   - warn: Told why one cannot be kept.
  /// - Returns: A countdown for each that was asked for.
  static func all(_ request: RunRequest, warn: (String) -> Void) -> [ReadyCountdown] {
    guard request.isKept, let (catalog, ids) = catalog(warn: warn) else {
      return request.countdowns.map { ReadyCountdown($0, milestones: request.milestones) }
    }
    var taken = ids
    return request.countdowns.map { countdown in
      let claim = place(for: countdown, on: catalog, besides: taken, warn: warn)
      if let claim { taken.insert(claim.id) }
      return ReadyCountdown(countdown, milestones: request.milestones, claim: claim)
    }
  }

  /// The catalog, and the ids that are taken there; nil if nothing can be kept.
  private static func catalog(warn: (String) -> Void) -> (CountdownCatalog, ids: Set<String>)? {
    do throws(CatalogError) {
      let catalog = try CountdownCatalog.inEnvironment()
      let ids = try catalog.failing { () throws(CountdownStoreError) in try catalog.store.ids() }
      return (catalog, Set(ids))
    } catch {
      warn(error.message)
      return nil
    }
  }

  private static func place(
    for request: CountdownRequest, on catalog: CountdownCatalog, besides taken: Set<String>,
    warn: (String) -> Void
  ) -> RecordClaim? {
    do {
      return try catalog.place(for: request.name, besides: taken)
    } catch {
      warn("\(error)")
      return nil
    }
  }

  private init(
    _ request: CountdownRequest, milestones: [Duration], claim: RecordClaim? = nil
  ) {
    // Lines are to be on time rather than to share a wake-up.
    let options = CountdownOptions(milestones: milestones, tolerance: .zero)
    let countdown =
      switch (request.target, claim) {
      case (.duration(let duration), nil):
        Countdown(duration, options: options)
      case (.instant(let instant), nil):
        Countdown(endingAt: instant, options: options)
      case (.duration(let duration), let claim?):
        Countdown(
          duration, options: options, keptIn: claim.store, as: claim.id, label: request.label)
      case (.instant(let instant), let claim?):
        Countdown(
          endingAt: instant, options: options, keptIn: claim.store, as: claim.id,
          label: request.label)
      }
    self.init(
      label: request.label, caption: request.caption, countdown: countdown,
      target: request.target, claim: claim)
  }
}

// MARK: - A kept one

extension ReadyCountdown {
  /// The kept countdown that `word` means, going on as it was.
  static func kept(
    _ word: String, on catalog: CountdownCatalog, localTime: LocalTimeRule, warn: (String) -> Void
  ) throws(CatalogError) -> ReadyCountdown {
    let lock = try catalog.claim(word, warn: warn)
    let record = try catalog.failing { () throws(CountdownStoreError) in
      try catalog.store.record(lock.id)
    }
    let countdown = try catalog.failing { () throws(CountdownStoreError) in
      try Countdown.restored(lock.id, from: catalog.store)
    }
    // Whoever ran it may have ended it while the lock was not ours yet.
    guard let record, let countdown else { throw catalog.notFound(word) }
    return ReadyCountdown(
      label: record.label, caption: caption(record.target, localTime), countdown: countdown,
      claim: RecordClaim(lock, in: catalog.store))
  }

  private static func caption(
    _ target: CountdownRecord.Target, _ localTime: LocalTimeRule
  ) -> String? {
    guard case .wall(let instant) = target else { return nil }
    let time = localTime.text(instant, now: WallClock.now)
    return "until " + (time.hasSuffix(":00") ? String(time.dropLast(3)) : time)
  }
}

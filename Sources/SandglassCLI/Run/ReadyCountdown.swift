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
    let claims = request.isKept ? claims(for: request.countdowns.map(\.name), warn: warn) : [:]
    return request.countdowns.map { countdown in
      ReadyCountdown(countdown, milestones: request.milestones, claim: claims[countdown.name])
    }
  }

  /// The rights to run new countdowns, by their names, which differ; what cannot be kept has none.
  private static func claims(
    for names: [String], warn: (String) -> Void
  ) -> [String: RecordClaim] {
    var claims: [String: RecordClaim] = [:]
    do throws(CatalogError) {
      let catalog = try CountdownCatalog.inEnvironment()
      catalog.store.removeStaleLocks()
      var taken = Set(try catalog.ids())
      for name in names {
        do throws(CatalogError) {
          let claim = try catalog.newClaim(for: name, besides: taken)
          taken.insert(claim.id)
          claims[name] = claim
        } catch {
          warn(error.message)
        }
      }
    } catch {
      warn(error.message)
    }
    return claims
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
        Countdown.kept(
          claim.id, in: claim.store, startingFrom: duration, options: options, label: request.label)
      case (.instant(let instant), let claim?):
        Countdown.kept(
          claim.id, in: claim.store, endingAt: instant, options: options, label: request.label)
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
    _ word: String, in catalog: CountdownCatalog, localTime: LocalTimeRule, warn: (String) -> Void
  ) throws(CatalogError) -> ReadyCountdown {
    let claim = try catalog.claim(word, warn: warn)
    // Whoever ran it may have ended it while it was not ours yet.
    guard let (record, countdown) = try claim.restored() else { throw catalog.notFound(word) }
    return ReadyCountdown(
      label: record.label, caption: caption(record.target, localTime), countdown: countdown,
      claim: claim)
  }

  private static func caption(
    _ target: CountdownRecord.Target, _ localTime: LocalTimeRule
  ) -> String? {
    guard case .wall(let instant) = target else { return nil }
    let time = localTime.text(instant, now: WallClock.now)
    return "until " + (time.hasSuffix(":00") ? String(time.dropLast(3)) : time)
  }
}

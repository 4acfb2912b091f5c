public import Sandglass
public import SandglassCore
public import SandglassTrustedTimeCore

/// A clock that asks time servers, and answers with the interval that holds true time.
///
/// ```swift
/// let clock = TrustedClock(asking: HTTPTimeServer(url))
/// await clock.synchronize()
/// if clock.compare(with: end) == .after { close() }
/// ```
///
/// It lives on the steady clock, which nobody can set and which runs through sleep: so it is right whatever the device's
/// wall clock says, and widens its interval with the drift that is allowed (``DriftAllowance``). It says what it knows and no
/// more: before the first answer there is no interval, and it never falls back on the device's wall clock.
///
/// Nobody is asked unless somebody wants to know: by ``synchronize()`` once, or by ``keepSynchronized()`` as long as that
/// runs. Over all there are at most 300 questions in a day after the first burst; see ``AskingSchedule``.
///
/// Every method may be called from any thread. Make one clock for all that counts by it.
public final class TrustedClock: Sendable {
  /// What keeps the time between two answers.
  public let timekeeper: Timekeeper

  private let servers: [any TimeServer]
  private let store: TrustedTimeStore?
  private let state: Locked<TrustedClockState>
  private let writer = RecordWriter()

  /// Makes a clock that asks several servers. Nobody is asked yet.
  ///
  /// More than half of them have to be right: with three, one may lie. The interval is the hull of what a majority allows; a
  /// server that has not answered yet allows all, and so makes it wider.
  ///
  /// - Parameters:
  ///   - servers: The servers, each of an operator of its own. With none the clock stays unsynchronized.
  ///   - timekeeper: What keeps the time between two answers: one on the system's time, or a virtual one.
  ///   - drift: How fast the device's steady clock may run away.
  ///   - store: Where it is kept what the servers have said, for the next process of the same boot. A store belongs to one list of
  ///     servers. It is read here.
  public init(
    asking servers: [any TimeServer], on timekeeper: Timekeeper = .shared,
    drift: DriftAllowance = .standard, keptIn store: TrustedTimeStore? = nil
  ) {
    self.timekeeper = timekeeper
    self.servers = servers
    self.store = store
    state = Locked(
      TrustedClockState(
        paces: servers.map(\.pace), drift: drift,
        record: store?.read().flatMap { TrustedTimeRecord(text: $0) },
        boot: timekeeper.bootIdentity, now: timekeeper.now,
        deviceOffset: Self.deviceOffset(on: timekeeper)))
  }

  /// Makes a clock that asks one server, which is believed unless it contradicts itself.
  ///
  /// - Parameters:
  ///   - server: The server: one's own.
  ///   - timekeeper: What keeps the time between two answers.
  ///   - drift: How fast the device's steady clock may run away.
  ///   - store: Where it is kept what the server has said.
  public convenience init(
    asking server: any TimeServer, on timekeeper: Timekeeper = .shared,
    drift: DriftAllowance = .standard, keptIn store: TrustedTimeStore? = nil
  ) {
    self.init(asking: [server], on: timekeeper, drift: drift, keptIn: store)
  }
}

// MARK: - What it knows

extension TrustedClock {
  /// What is known of the present: an interval, and what that is worth. It never waits.
  public var reading: TrustedReading {
    state.withLock { $0.machine.reading(at: timekeeper.now) }
  }

  /// Says where the present stands against an instant, as far as that is certain.
  public func compare(with instant: WallMoment) -> TrustedComparison {
    reading.compare(with: instant)
  }

  /// The moments of the timekeeper's clock at which true time can be an instant; nil while nothing is known.
  ///
  /// At the first of them the latest that the time can be comes to the instant, at the last the earliest; the drift until then has its part. Each
  /// answer may change them.
  ///
  /// - Parameter instant: The instant.
  /// - Returns: The moments.
  public func moments(of instant: WallMoment) -> ClosedRange<Moment>? {
    state.withLock { $0.machine.moments(of: instant) }
  }

  /// Why each server's latest answer counted for nothing, in the order of the servers; nil where it counted, and where there
  /// was none.
  public var refusals: [TimeRefusal?] { state.withLock { $0.refusals } }

  /// By how much the device's wall clock was set since this clock was made, or since what it has kept from an earlier process of this
  /// boot: positive for forward.
  ///
  /// It is a signal, of a user who sets the clock or of a system that corrects it slowly, and never an input: the interval does not
  /// depend on it.
  public var deviceClockShift: Duration {
    let offset = Self.deviceOffset(on: timekeeper)
    return state.withLock { offset.subtractingSaturated($0.deviceOffset) }
  }

  /// What the device's wall clock has more than its steady clock.
  private static func deviceOffset(on timekeeper: Timekeeper) -> Duration {
    let wall = timekeeper.wallNow
    return wall - WallMoment(nanosecondsSince1970: Int128(timekeeper.now.nanoseconds))
  }
}

// MARK: - Asking

extension TrustedClock {
  /// Asks the servers now, and waits for their answers: the first time with a burst of questions, later once each.
  ///
  /// One's own server is asked eight times at once, which takes eight round trips; others' servers two seconds apart. ``reading`` has an
  /// interval from the first answer on, or from a majority's. A server that was asked within 15 seconds, has had its share of the day, or
  /// asked to be left alone, is not asked; then what is known is all that is answered.
  ///
  /// - Returns: What is known afterwards.
  @discardableResult
  public func synchronize() async -> TrustedReading {
    await withTaskGroup(of: Void.self) { group in
      for server in servers.indices { group.addTask { await self.askOnDemand(server) } }
    }
    return reading
  }

  /// Asks the servers as long as the task runs: a burst at first, and then each every few minutes.
  ///
  /// Have it run while something counts on the time, in SwiftUI as `.task { await clock.keepSynchronized() }`. Any number of tasks may run
  /// it: the servers are asked as often as for one. It ends when the task is cancelled, or when every server refuses service.
  public func keepSynchronized() async {
    await withTaskGroup(of: Void.self) { group in
      for server in servers.indices { group.addTask { await self.keepAsking(server) } }
    }
  }

  private func keepAsking(_ server: Int) async {
    while !Task.isCancelled, let next = state.withLock({ $0.nextAsk(server) }) {
      do {
        try await timekeeper.sleep(until: next)
      } catch {
        return
      }
      if state.withLock({ $0.begin(server, at: timekeeper.now) }) { await ask(server) }
    }
  }

  private func askOnDemand(_ server: Int) async {
    while !Task.isCancelled {
      switch state.withLock({ $0.demand(server, at: timekeeper.now) }) {
      case .ask:
        await ask(server)
      case .wait(let moment):
        do {
          try await timekeeper.sleep(until: moment)
        } catch {
          return
        }
        continue
      case .join:
        await waitForAnswer(server)
      case .leave:
        return
      }
      guard state.withLock({ $0.isInBurst(server) }) else { return }
    }
  }

  /// Asks a server, for which the state has been told.
  private func ask(_ server: Int) async {
    let answer: Result<TimeSample, TimeRefusal>
    do throws(TimeRefusal) {
      answer = .success(try await servers[server].ask(on: timekeeper))
    } catch {
      answer = .failure(Task.isCancelled ? .cancelled : error)
    }
    let random = UInt64.random(in: 0 ... .max)
    let waiting = state.withLock { state in
      state.end(server, with: answer, at: timekeeper.now, random: random)
    }
    for continuation in waiting { continuation.resume() }
    guard case .success = answer else { return }
    for follower in state.withLock({ $0.followers }) { follower() }
    await save()
  }

  /// Waits until the question that is on its way is answered, or given up.
  private func waitForAnswer(_ server: Int) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { !$0.wait(for: server, continuation) }
      if isOver { continuation.resume() }
    }
  }

  /// Has somebody told of each answer, on the task that asks; answers a number for ``unfollow(_:)``.
  func follow(_ follower: @escaping @Sendable () -> Void) -> Int {
    state.withLock { $0.follow(follower) }
  }

  /// Has somebody told nothing more.
  func unfollow(_ number: Int) {
    state.withLock { $0.unfollow(number) }
  }

  /// Writes what is known, if it is kept.
  private func save() async {
    guard let store else { return }
    await writer.write(to: store) {
      self.state.withLock { $0.record(boot: self.timekeeper.bootIdentity) }?.text
    }
  }
}

/// Writes one record at a time, so that what is older never comes last.
private actor RecordWriter {
  func write(to store: TrustedTimeStore, _ text: @Sendable () -> String?) {
    if let text = text() { store.write(text) }
  }
}

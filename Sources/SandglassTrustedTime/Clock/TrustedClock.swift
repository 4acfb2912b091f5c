public import Sandglass
public import SandglassCore
public import SandglassTrustedTimeCore

/// A clock that asks time servers, and returns the interval that contains true time.
///
/// ```swift
/// let clock = TrustedClock(asking: HTTPTimeServer(url))
/// await clock.synchronize()
/// if clock.compare(with: end) == .after { close() }
/// ```
///
/// Between two answers the clock relies on the steady clock, which cannot be set and runs through sleep. So the
/// interval does not depend on the device's wall clock. It widens by the allowed drift (``DriftAllowance``). Before the
/// first answer there is no interval. The clock never falls back on the device's wall clock.
///
/// The servers get requests only while your code needs the time: from ``synchronize()`` once, and from
/// ``keepSynchronized()`` as long as it runs. After the first burst, a clock sends at most 300 requests in any day to
/// all its servers together (see ``AskingSchedule``).
///
/// Every method may be called from any thread. Make one clock for all countdowns that depend on it.
public final class TrustedClock: Sendable {
  /// The timekeeper whose steady clock measures the time between two answers.
  public let timekeeper: Timekeeper

  private let servers: [any TimeServer]
  private let store: TrustedTimeStore?
  private let state: Locked<TrustedClockState>
  private let writer = RecordWriter()

  /// Makes a clock that asks several servers. It sends no requests yet.
  ///
  /// More than half of the servers must be correct, so one of three may be false. The interval is the hull of the
  /// offsets that a majority allows. A server that has not answered yet allows every offset, which widens the interval.
  ///
  /// - Parameters:
  ///   - servers: The servers, each of a different operator. Without servers, the clock stays unsynchronized.
  ///   - timekeeper: The timekeeper that measures the time between two answers, on the system's time or on virtual
  ///     time.
  ///   - drift: The maximum drift of the device's steady clock.
  ///   - store: The store of the clock's record, for later processes of the same boot. A store belongs to one list of
  ///     servers. The record is read here.
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

  /// Makes a clock that asks one server, whose answers are trusted unless they contradict each other.
  ///
  /// - Parameters:
  ///   - server: Your own server.
  ///   - timekeeper: The timekeeper that measures the time between two answers.
  ///   - drift: The maximum drift of the device's steady clock.
  ///   - store: The store of the clock's record. The record is read here.
  public convenience init(
    asking server: any TimeServer, on timekeeper: Timekeeper = .shared,
    drift: DriftAllowance = .standard, keptIn store: TrustedTimeStore? = nil
  ) {
    self.init(asking: [server], on: timekeeper, drift: drift, keptIn: store)
  }
}

// MARK: - Readings

extension TrustedClock {
  /// The current reading: an interval and its status. It is available immediately.
  public var reading: TrustedReading {
    state.withLock { $0.machine.reading(at: timekeeper.now) }
  }

  /// Compares the current time with an instant, as far as the order is certain.
  public func compare(with instant: WallMoment) -> TrustedComparison {
    reading.compare(with: instant)
  }

  /// Returns the moments of the timekeeper's clock at which true time can be an instant, or nil if nothing is known
  /// yet.
  ///
  /// At the first moment, the latest possible time reaches the instant. At the last moment, the earliest possible time
  /// reaches it. Both allow for the drift until then. Each answer may change them.
  ///
  /// - Parameter instant: The instant.
  /// - Returns: The moments.
  public func moments(of instant: WallMoment) -> ClosedRange<Moment>? {
    state.withLock { $0.machine.moments(of: instant) }
  }

  /// The reason why each server's latest answer was refused, in the order of the servers. It is nil for a server whose
  /// latest answer was accepted, or that has had no request.
  public var refusals: [TimeRefusal?] { state.withLock { $0.refusals } }

  /// The amount by which the device's wall clock has been set since this clock was made, or since the clock of an
  /// earlier process of this boot was made whose record was restored. It is positive if the wall clock was set forward.
  ///
  /// Use it to detect a user who sets the clock, or a system that corrects it gradually. The interval does not depend
  /// on it.
  public var deviceClockShift: Duration {
    let offset = Self.deviceOffset(on: timekeeper)
    return state.withLock { offset.subtractingSaturated($0.deviceOffset) }
  }

  /// The difference between the device's wall clock and its steady clock.
  private static func deviceOffset(on timekeeper: Timekeeper) -> Duration {
    let wall = timekeeper.wallNow
    return wall - WallMoment(nanosecondsSince1970: Int128(timekeeper.now.nanoseconds))
  }
}

// MARK: - Requests

extension TrustedClock {
  /// Asks the servers now, and waits for their answers. The first call sends a burst of requests, and later calls one
  /// to each server.
  ///
  /// The burst has eight requests. To your own server it takes eight round trips. To other servers the requests are two
  /// seconds apart. ``reading`` has an interval from the first answer on, or with several servers, once a majority has
  /// answered. A server gets no request if it has had one within the last 15 seconds, has used up its share of the day,
  /// or has asked for fewer requests. If no server gets a request, the current reading is returned at once.
  ///
  /// - Returns: The reading after the answers.
  @discardableResult
  public func synchronize() async -> TrustedReading {
    await withTaskGroup(of: Void.self) { group in
      for server in servers.indices { group.addTask { await self.askOnDemand(server) } }
    }
    return reading
  }

  /// Asks the servers as long as the task runs: a burst at first, and then each server every few minutes.
  ///
  /// Run this method while something depends on the time, in SwiftUI as `.task { await clock.keepSynchronized() }`. If
  /// several tasks run it, the servers get no more requests than from one task. It returns when the task is cancelled,
  /// or when every server refuses service.
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

  /// Sends a request that the state has already recorded.
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

  /// Waits until the pending request has ended.
  private func waitForAnswer(_ server: Int) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { !$0.wait(for: server, continuation) }
      if isOver { continuation.resume() }
    }
  }

  /// Adds a closure that is called after each answer, on the task that sent the request. Returns the number for
  /// ``unfollow(_:)``.
  func follow(_ follower: @escaping @Sendable () -> Void) -> Int {
    state.withLock { $0.follow(follower) }
  }

  /// Removes a closure.
  func unfollow(_ number: Int) {
    state.withLock { $0.unfollow(number) }
  }

  /// Writes the record, if there is a store.
  private func save() async {
    guard let store else { return }
    await writer.write(to: store) {
      self.state.withLock { $0.record(boot: self.timekeeper.bootIdentity) }?.text
    }
  }
}

/// Writes one record at a time, so that an older record never replaces a newer one.
private actor RecordWriter {
  func write(to store: TrustedTimeStore, _ text: @Sendable () -> String?) {
    if let text = text() { store.write(text) }
  }
}

public import Sandglass
public import SandglassCore
public import SandglassTrustedTimeCore

/// A clock that asks servers for the time, and returns an interval that contains the true time.
///
/// ```swift
/// let clock = TrustedClock(asking: HTTPTimeServer(url))
/// await clock.synchronize()
/// if clock.compare(with: end) == .after { close() }
/// ```
///
/// Between two answers, the clock relies on the steady clock, which cannot be set and keeps running while the device
/// sleeps. So the interval does not depend on the device's wall clock. As time passes, the interval widens by the
/// allowed drift (``DriftAllowance``). Before the first answer, there is no interval. The clock never falls back on the
/// device's wall clock.
///
/// The servers get requests only while your code needs the time: for each call of ``synchronize()``, and as long as
/// ``keepSynchronized()`` runs. After the first burst, a clock sends at most 300 requests in any day to all its servers
/// together (see ``AskingSchedule``).
///
/// Every method may be called on any thread. Create one clock, and use it for all countdowns that need it.
public final class TrustedClock: Sendable {
  /// The timekeeper whose steady clock measures the time between two answers.
  public let timekeeper: Timekeeper

  private let servers: [any TimeServer]
  private let store: TrustedTimeStore?
  private let state: Locked<TrustedClockState>
  private let writer = RecordWriter()

  /// Creates a clock that asks several servers. The clock does not send requests yet.
  ///
  /// More than half of the servers must be correct, so one of three servers may be wrong. The interval is the hull of
  /// the offsets that a majority allows. A server that has not answered yet allows every offset, which widens the
  /// interval.
  ///
  /// - Parameters:
  ///   - servers: The servers, each run by a different operator. Without servers, the clock stays unsynchronised.
  ///   - timekeeper: The timekeeper that measures the time between two answers, in real or virtual time.
  ///   - drift: The maximum drift of the device's steady clock.
  ///   - store: The store for the clock's record, which later processes of the same boot restore. Use a separate store
  ///     for each list of servers. The record is read by this initialiser.
  public init(
    asking servers: [any TimeServer], on timekeeper: Timekeeper = .shared,
    drift: DriftAllowance = .standard, keptIn store: TrustedTimeStore? = nil
  ) {
    self.timekeeper = timekeeper
    self.servers = servers
    self.store = store
    state = Locked(
      TrustedClockState(
        schedules: servers.map { server in
          AskingSchedule(
            pace: server.pace, servers: servers.count, isAuthenticated: server.isAuthenticated)
        }, drift: drift,
        record: store?.read().flatMap { TrustedTimeRecord(text: $0) },
        boot: timekeeper.bootIdentity, now: timekeeper.now,
        deviceOffset: Self.deviceOffset(on: timekeeper)))
  }

  /// Creates a clock that asks one server, whose answers are trusted unless they contradict each other.
  ///
  /// - Parameters:
  ///   - server: Your own server.
  ///   - timekeeper: The timekeeper that measures the time between two answers.
  ///   - drift: The maximum drift of the device's steady clock.
  ///   - store: The store for the clock's record. The record is read by this initialiser.
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

  /// Compares the current time with an instant. Returns `unknown` if the order is not certain.
  public func compare(with instant: WallMoment) -> TrustedComparison {
    reading.compare(with: instant)
  }

  /// Returns the moments of the timekeeper's clock at which the true time may be the given instant, or what is missing
  /// to know them.
  ///
  /// At the first moment, the latest possible time reaches the instant. At the last moment, the earliest possible time
  /// reaches the instant. Both moments take into account how far the clock may drift until then. Each answer may change
  /// both moments.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - width: The width up to which the interval counts, even if no majority of the servers has confirmed it.
  /// - Returns: The moments. If the time is not known, or the interval is wider and no majority has confirmed it, the
  ///   failure says so.
  public func moments(
    of instant: WallMoment, within width: Duration = TrustedClock.standardWidth
  ) -> Result<ClosedRange<Moment>, TrustedNeed> {
    state.withLock { $0.find(instant, within: width, at: timekeeper.now) }
  }

  /// The width up to which countdowns use an interval that no majority of the servers has confirmed: one second, which
  /// is the usual unit of a countdown.
  public static let standardWidth = Duration.seconds(1)

  /// Why each server's latest answer was refused, and when, in the order of the servers. It is nil for a server whose
  /// latest answer was accepted, or that has not received a request. The record contains it, so the next process of the
  /// same boot begins with it.
  public var refusals: [ServerRefusal?] { state.withLock { $0.refusals } }

  /// The moment at which each server is next asked while ``keepSynchronized()`` runs, in the order of the servers. It is up
  /// to a day or so ahead for a server that asked for fewer requests or refused service. It is in the past if a request is
  /// due.
  public var nextRequests: [Moment] {
    state.withLock { state in servers.indices.map { state.nextAsk($0) } }
  }

  /// The amount by which the device's wall clock has been shifted since this trusted clock was created. If the record
  /// of an earlier process was restored, the amount is counted from the creation of the trusted clock that first wrote
  /// the record. The amount is positive if the wall clock was set forward.
  ///
  /// Use this property to detect that a user sets the wall clock, or that the system corrects it gradually. The
  /// interval does not depend on the shift.
  public var deviceClockShift: Duration {
    let offset = Self.deviceOffset(on: timekeeper)
    return state.withLock { offset.subtractingSaturated($0.deviceOffset) }
  }

  /// The difference between the device's wall clock and its steady clock.
  private static func deviceOffset(on timekeeper: Timekeeper) -> Duration {
    timekeeper.wallNow.offset(from: timekeeper.now)
  }
}

// MARK: - Requests

extension TrustedClock {
  /// Asks the servers now, and waits for their answers. The first call sends a burst of requests to each server, and
  /// later calls send one request to each server.
  ///
  /// A burst has eight requests. With your own server, a burst takes eight round trips. With other servers, the
  /// requests are two seconds apart. ``reading`` has an interval once the first answer has arrived or, with several
  /// servers, once a majority has answered. A server does not get a request if it has received one within the last 15
  /// seconds, if its share of the day is used up, or if it has asked for fewer requests. If no server gets a request,
  /// the current reading is returned immediately.
  ///
  /// - Returns: The reading after the answers have arrived.
  @discardableResult
  public func synchronize() async -> TrustedReading {
    await withTaskGroup(of: Void.self) { group in
      for server in servers.indices { group.addTask { await self.askOnDemand(server) } }
    }
    return reading
  }

  /// Asks the servers as long as the task runs: a burst of requests at first, and then one request to each server every
  /// few minutes.
  ///
  /// Run this method while something depends on the time. In SwiftUI, use `.task { await clock.keepSynchronized() }`.
  /// If several tasks run this method, the servers do not get more requests than with one task. The method returns when
  /// the task is cancelled.
  public func keepSynchronized() async {
    let watch = NetworkWatch.start(for: timekeeper) { [weak self] in self?.networkChanged() }
    defer { watch?.invalidate() }
    await withTaskGroup(of: Void.self) { group in
      for server in servers.indices { group.addTask { await self.keepAsking(server) } }
    }
  }

  /// Notifies the clock that the network may have come back. Each server whose latest request has failed is asked again as
  /// soon as it may be, if the clock is asking at all.
  ///
  /// While ``keepSynchronized()`` runs in real time, the clock notices this by itself, except on watchOS. Call this method
  /// in tests, or if your app learns of the network in another way. On a watch, call it when a request of your app has
  /// succeeded: the system does not tell an app there that the network is back (Apple's technote TN3135).
  public func networkChanged() {
    for signal in state.withLock({ $0.networkChanged(at: timekeeper.now) }) { signal.resolve(()) }
  }

  private func keepAsking(_ server: Int) async {
    while await sleepUntilDue(server) {
      if state.withLock({ $0.begin(server, at: timekeeper.now) }) { await ask(server) }
    }
  }

  /// Sleeps until the next request may be due. Returns false if the task is cancelled.
  private func sleepUntilDue(_ server: Int) async -> Bool {
    let signal = Pending<Void>(ifCancelled: ())
    let next = state.withLock { $0.sleep(for: server, signal) }
    if next > timekeeper.now {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await self.timekeeper.sleep(until: next) }
        group.addTask { await signal.value() }
        await group.next()
        group.cancelAll()
      }
    }
    state.withLock { $0.wake(signal) }
    return !Task.isCancelled
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
    // A process that is killed before the answer must not be forgotten by the next one.
    await save()
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
    for signal in waiting { signal.resolve(()) }
    for follower in state.withLock({ $0.followers }) { follower() }
    await save()
  }

  /// Waits until the pending request has ended, or until the task is cancelled.
  private func waitForAnswer(_ server: Int) async {
    let signal = Pending<Void>(ifCancelled: ())
    if state.withLock({ $0.wait(for: server, signal) }) { await signal.value() }
  }

  /// Adds a closure that is called after each request, on the task that sent the request. Returns the number to pass to
  /// ``unfollow(_:)``.
  func follow(_ follower: @escaping @Sendable () -> Void) -> Int {
    state.withLock { $0.follow(follower) }
  }

  /// Removes the closure with the given number.
  func unfollow(_ number: Int) {
    state.withLock { $0.unfollow(number) }
  }

  /// Writes the record if there is a store.
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

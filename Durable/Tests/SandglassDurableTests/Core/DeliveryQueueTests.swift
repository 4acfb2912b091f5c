import SandglassCore
import SandglassDurable
import SandglassLedger
import Testing

/// What the random worlds reach too seldom.
struct DeliveryQueueTests {
  private static let start = Moment(nanoseconds: 1_800_000_000_000_000_000)

  private static func event(_ number: Int64, run: Int, of countdown: Int64 = 1) -> DurableEvent {
    DurableEvent(
      countdown: "a",
      event: PendingEvent(
        .finish, run: run, number: 1, total: .zero,
        at: ClockInstant(ofDatabase: start)),
      fired: start, attachment: RunAttachment(payload: []),
      ticket: EventTicket(number: number, countdown: countdown, run: run)
    )
  }

  /// The delay of an event that was withdrawn does not shorten that of the next event.
  @Test
  func delayOfAWithdrawnEvent() throws {
    var queue = DeliveryQueue(RetryPolicy(firstDelay: .seconds(10)), atOnce: 1)
    queue.hold(.everything)
    var now = Self.start
    #expect(queue.next(at: now) == .read(after: OutboxPlace(), limit: 250))
    queue.learn(OutboxPage([Self.event(1, run: 1), Self.event(2, run: 2)]), at: now)
    #expect(queue.next(at: now) == .deliver(Self.event(1, run: 1), .found))
    _ = queue.returned(Self.event(1, run: 1).ticket, .failed, at: now, random: 1)
    now = now + .seconds(5)
    queue.withdraw(run: 1, of: 1)
    // Its payload was let go of while it waited.
    #expect(queue.next(at: now) == .readAgain(Self.event(2, run: 2).ticket))
    queue.relearn(Self.event(2, run: 2), of: Self.event(2, run: 2).ticket)
    #expect(queue.next(at: now) == .deliver(Self.event(2, run: 2), .found))
    _ = queue.returned(Self.event(2, run: 2).ticket, .failed, at: now, random: 1)
    now = now + .seconds(5)
    #expect(queue.next(at: now) == .wait(until: Self.start + .seconds(15)))
    now = now + .seconds(5)
    guard case .readAgain(let ticket) = queue.next(at: now) else {
      Issue.record("it is not tried again")
      return
    }
    #expect(ticket.number == 2)
  }

  /// A countdown with many events, the first of which fails, does not keep those of others from being read.
  @Test
  func manyOfOne() {
    var queue = DeliveryQueue(RetryPolicy(firstDelay: .seconds(10)), atOnce: 1)
    queue.hold(.everything)
    let now = Self.start
    var place = OutboxPlace()
    for page in 0..<20 {
      #expect(queue.next(at: now) == .read(after: place, limit: 250))
      let events = (1...250).map { Self.event(Int64(page * 250 + $0), run: 1) }
      for event in events { place.pass(event.ticket) }
      queue.learn(OutboxPage(events), at: now)
    }
  }

  /// An event that cannot be read again does not stop others, and is tried again.
  @Test
  func unreadable() {
    var queue = DeliveryQueue(RetryPolicy(firstDelay: .seconds(2)), atOnce: 1)
    queue.hold(.everything)
    var now = Self.start
    _ = queue.next(at: now)
    queue.learn(OutboxPage([Self.event(1, run: 1), Self.event(2, run: 1, of: 2)]), at: now)
    #expect(queue.next(at: now) == .deliver(Self.event(1, run: 1), .found))
    _ = queue.returned(Self.event(1, run: 1).ticket, .failed, at: now, random: 1)
    now = now + .seconds(2)
    guard case .readAgain(let ticket) = queue.next(at: now) else {
      Issue.record("it is not read again")
      return
    }
    queue.couldNotRelearn(ticket, at: now)
    #expect(queue.next(at: now) == .deliver(Self.event(2, run: 1, of: 2), .found))
    _ = queue.returned(Self.event(2, run: 1, of: 2).ticket, .handled, at: now, random: 1)
    #expect(queue.next(at: now) == .wait(until: now + .seconds(1)))
    #expect(queue.next(at: now + .seconds(1)) == .readAgain(ticket))
  }

  /// What may have been handed out is counted before; with one attempt, it is alone.
  @Test
  func standings() {
    for (attempts, standing) in [(2, DeliveryQueue.Standing.found), (1, .suspect)] {
      var queue = DeliveryQueue(RetryPolicy(attempts: attempts), atOnce: 9)
      queue.hold(.everything)
      _ = queue.next(at: Self.start)
      queue.learn(
        OutboxPage([Self.event(1, run: 1), Self.event(2, run: 1, of: 2)]), at: Self.start)
      #expect(queue.next(at: Self.start) == .deliver(Self.event(1, run: 1), standing))
      let second = queue.nextReady(like: standing)
      #expect((second == nil) == (standing == .suspect))
      queue.mayRead()
      _ = queue.next(at: Self.start)
      queue.learn(OutboxPage([Self.event(3, run: 1, of: 3)]), at: Self.start)
      #expect(queue.next(at: Self.start) == .deliver(Self.event(3, run: 1, of: 3), .fresh))
      guard case .delayed(let counted) = queue.counted(Self.event(1, run: 1).ticket, at: Self.start)
      else { return }
      #expect(counted.failures == 1 && counted.notBefore > Self.start)
    }
  }

  /// Events that have failed wait for each other, and no other event waits for them.
  @Test
  func suspects() {
    var queue = DeliveryQueue(RetryPolicy(), atOnce: 4, suspectsAtOnce: 2)
    queue.hold(.everything)
    _ = queue.next(at: Self.start)
    let events = (1...9).map { Self.event($0, run: 1, of: $0) }
    queue.learn(OutboxPage(events), at: Self.start)
    for event in events[0..<4] {
      #expect(queue.next(at: Self.start) == .deliver(event, .found))
    }
    for event in events[0..<4] { queue.putBack(event, isSuspect: true) }
    for event in events[0..<2] {
      #expect(queue.next(at: Self.start) == .deliver(event, .suspect))
    }
    for event in events[4..<6] {
      #expect(queue.next(at: Self.start) == .deliver(event, .found))
    }
    #expect(queue.next(at: Self.start) == .wait(until: nil))
    _ = queue.returned(events[4].ticket, .handled, at: Self.start, random: 1)
    #expect(queue.next(at: Self.start) == .deliver(events[6], .found))
    _ = queue.returned(events[0].ticket, .handled, at: Self.start, random: 1)
    #expect(queue.next(at: Self.start) == .deliver(events[2], .suspect))
  }

  /// An event whose last handler has not returned is given up by the next process.
  @Test
  func givenUp() {
    var queue = DeliveryQueue(RetryPolicy(attempts: 3), atOnce: 1)
    queue.hold(.everything)
    _ = queue.next(at: Self.start)
    var ticket = Self.event(1, run: 1).ticket
    ticket.failures = 3
    let event = Self.event(1, run: 1).with(ticket)
    queue.learn(OutboxPage([event]), at: Self.start)
    let now = Self.start + .seconds(5)
    #expect(queue.next(at: now) == .giveUp(event.with(ticket.givenUp(at: now))))
    #expect(queue.next(at: Self.start) == .wait(until: nil))
  }

  /// An event whose last attempt fails is given up then, whenever it was to be handed out again before.
  @Test
  func lastAttempt() {
    var queue = DeliveryQueue(RetryPolicy(attempts: 1), atOnce: 1)
    queue.hold(.everything)
    _ = queue.next(at: Self.start)
    let event = Self.event(1, run: 1)
    queue.learn(OutboxPage([event]), at: Self.start)
    _ = queue.next(at: Self.start)
    let now = Self.start + .seconds(5)
    guard case .givenUp(let ticket) = queue.returned(event.ticket, .failed, at: now, random: 1)
    else {
      Issue.record("it is not given up")
      return
    }
    #expect(ticket.notBefore == now && ticket.failures == 1)
  }

  @Test
  func delays() {
    let policy = RetryPolicy(attempts: 5, firstDelay: .seconds(1), longestDelay: .seconds(3))
    let longest = (1...5).map { policy.delay(afterFailures: $0, random: 1) }
    #expect(longest == [.seconds(1), .seconds(2), .seconds(3), .seconds(3), nil])
    #expect(policy.delay(afterFailures: 1, random: 0) == .milliseconds(500))
    #expect(policy.delay(afterFailures: 1, random: .nan) != nil)
    let extreme = RetryPolicy(
      attempts: .max, firstDelay: .seconds(Int64.max), longestDelay: .seconds(Int64.min))
    #expect(extreme.delay(afterFailures: 999, random: 5) == .seconds(86_400))
    #expect(RetryPolicy(attempts: 0).delay(afterFailures: 1, random: 0) == nil)
    let standard = [0, 1].map { random in
      (1...10).compactMap { RetryPolicy.standard.delay(afterFailures: $0, random: random) }
        .reduce(.zero, +)
    }
    #expect(standard == [.milliseconds(255_500), .seconds(511)])
  }
}

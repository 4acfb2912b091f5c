import SandglassCore
import SandglassDurable
import SandglassLedger
import Testing

/// What the random worlds reach too seldom.
struct DeliveryQueueTests {
  private static let start = Moment(nanoseconds: 1_800_000_000_000_000_000)

  private static func event(_ number: Int64, run: Int) -> DurableEvent {
    DurableEvent(
      countdown: "a",
      event: PendingEvent(
        .finish, run: run, number: 1, total: .zero,
        at: ClockInstant(ofDatabase: start)),
      fired: start, payload: [], ticket: EventTicket(number: number, countdown: 1, run: run))
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
  }
}

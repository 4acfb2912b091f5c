import SandglassCore

/// Limits how often something happens, such as requests to a server.
///
/// ```swift
/// let limiter = RateLimiter(10, per: .seconds(1))
/// for page in pages {
///   try await limiter.wait()
///   try await server.send(page)
/// }
/// ```
///
/// The limiter is a bucket of tokens, and each event takes one. The bucket is full at first, and fills again at the given
/// rate. So no span of time has more events than `burst`, plus those of the rate. With a burst of one, the events are
/// never closer together than the period divided by the count. `TokenBucket` implements these rules.
///
/// Tasks that wait get their turns in the order of their calls. A task that is cancelled leaves the line at once, and
/// takes no token. While no task waits, the limiter causes no wake-ups. Every method can be called from any thread. Each
/// limiter is independent of the others, so share one for what the limit applies to.
public final class RateLimiter: Sendable {
  private let core: RateLimiterCore

  /// Creates a limiter with a full bucket.
  ///
  /// - Parameters:
  ///   - count: How many events each period allows. A number below one counts as one.
  ///   - period: The period. If it is zero or less, there is no limit. The time between two events is rounded up to
  ///     whole nanoseconds, and is at most 146 years.
  ///   - burst: How many events may come at once; nil for `count`. A number below one counts as one.
  ///   - tolerance: How late a waiting task may get its turn, so that it shares a wake-up with others. Zero or less
  ///     means no tolerance.
  ///   - timekeeper: The timekeeper to run on.
  public init(
    _ count: Int, per period: Duration, burst: Int? = nil, tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared
  ) {
    core = RateLimiterCore(
      TokenBucket(count, per: period, capacity: burst), tolerance: tolerance, on: timekeeper)
  }

  /// Takes a token if there is one and no task is waiting. Returns false otherwise.
  public func take() -> Bool { core.take() }

  /// Waits for this task's turn, and takes a token.
  ///
  /// - Parameter isolation: The caller's isolation, in which the caller resumes.
  /// - Throws: `CancellationError` if the task is cancelled. It has not taken a token then.
  public func wait(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    let turn = RateLimiterCore.Turn()
    await withTaskCancellationHandler {
      await withUnsafeContinuation(isolation: isolation) { core.begin(turn, $0) }
    } onCancel: {
      core.cancel(turn)
    }
    if core.wasCancelled(turn) { throw CancellationError() }
  }
}

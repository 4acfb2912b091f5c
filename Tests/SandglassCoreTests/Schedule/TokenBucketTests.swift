import SandglassCore
import SandglassTestSupport
import Testing

@Suite("TokenBucket: a limit on how often something happens")
struct TokenBucketTests {
  private func taken(from bucket: TokenBucket, at times: [UInt64]) -> [UInt64] {
    var bucket = bucket
    return times.filter { bucket.take(at: Moment(nanoseconds: $0)) }
  }

  @Test("as many at once as the bucket holds, then one in each interval")
  func burst() {
    let bucket = TokenBucket(3, per: .nanoseconds(30))
    #expect(bucket.interval == .nanoseconds(10) && bucket.capacity == 3)
    #expect(taken(from: bucket, at: [0, 0, 0, 0, 9, 10, 10, 19, 20]) == [0, 0, 0, 10, 20])
    #expect(taken(from: bucket, at: [0, 0, 0, 50, 50, 50, 50]) == [0, 0, 0, 50, 50, 50])
    #expect(taken(from: bucket, at: [0, 0, 0, 25, 25, 25, 30]) == [0, 0, 0, 25, 25, 30])
  }

  @Test("a bucket of one token keeps events apart by the interval")
  func apart() {
    let bucket = TokenBucket(3, per: .nanoseconds(30), capacity: 1)
    #expect(taken(from: bucket, at: [5, 5, 14, 15, 24, 27, 36, 37]) == [5, 15, 27, 37])
  }

  @Test("an interval is rounded up, so that there are never too many tokens")
  func rounding() {
    #expect(TokenBucket(3, per: .nanoseconds(10)).interval == .nanoseconds(4))
  }

  @Test("numbers below one, periods of zero or less, and centuries")
  func extremes() {
    let one = TokenBucket(-3, per: .seconds(1), capacity: .min)
    #expect(one.capacity == 1 && one.interval == .seconds(1))
    let free = TokenBucket(1, per: .seconds(-1))
    #expect(taken(from: free, at: [7, 7, 7]) == [7, 7, 7])
    let century = UInt64(3_155_760_000_000_000_000)
    let rare = TokenBucket(1, per: .seconds(Int64.max), capacity: 2)
    #expect(taken(from: rare, at: [0, 1, 2, century / 2, century]) == [0, 1, century])
    _ = taken(
      from: TokenBucket(.max, per: .seconds(Int64.max), capacity: .max), at: [0, .max, .max])
    var last = TokenBucket(1, per: .seconds(1))
    let isTaken = last.take(at: .distantFuture)
    #expect(isTaken)
    #expect(last.due(after: .max) == .distantFuture)
  }

  @Test("random events give the results of a bucket that is filled drop by drop", .random)
  func random() {
    var random = SeededGenerator(for: "token buckets at random")
    for _ in 0..<repetitions(20_000) {
      let (count, capacity) = (random.number(1...5), random.number(1...5))
      let period = random.number(0...40)
      var bucket = TokenBucket(count, per: .nanoseconds(period), capacity: capacity)
      // Each nanosecond adds a drop, and a token is as many drops as an interval has nanoseconds.
      let token = (period + count - 1) / count
      var drops = token * capacity
      var now = UInt64(random.number(0...1_000_000_000))
      for _ in 0..<40 {
        let lapse = random.number(0...12)
        now += UInt64(lapse)
        drops = min(drops + lapse, token * capacity)
        let isAllowed = drops >= token
        let due = now + UInt64(max(0, token - drops))
        let isSame =
          max(bucket.due.nanoseconds, now) == due
          && bucket.take(at: Moment(nanoseconds: now)) == isAllowed
        if isAllowed { drops -= token }
        guard isSame else {
          Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun): \(bucket) at \(now)")
          return
        }
      }
    }
  }
}

import Testing

@testable import Sandglass

@Suite("BackgroundState: events")
struct BackgroundStateTests {
  var state = BackgroundState()

  @Test("in front, neither a claim nor leaving without a claim requests background time")
  mutating func nothingToDo() {
    #expect(state.claimed() == .nothing)
    #expect(state.released() == .nothing)
    #expect(state.leftFront() == .nothing)
    #expect(state.returnedToFront() == .nothing)
  }

  @Test("leaving with a claim requests background time, and returning ends it")
  mutating func leaveAndReturn() {
    _ = state.claimed()
    #expect(state.leftFront() == .begin(1))
    #expect(state.begun(isGranted: true) == .nothing)
    #expect(state.leftFront() == .nothing)
    #expect(state.returnedToFront() == .end)
    #expect(state.returnedToFront() == .nothing)
    #expect(state.ended() == .nothing)
  }

  @Test("the first claim in the background requests time, and the last release ends it")
  mutating func claimInBackground() {
    _ = state.leftFront()
    #expect(state.claimed() == .begin(1))
    #expect(state.begun(isGranted: true) == .nothing)
    #expect(state.claimed() == .nothing)
    #expect(state.released() == .nothing)
    #expect(state.released() == .end)
    #expect(state.ended() == .nothing)
    #expect(state.claimed() == .begin(2))
  }

  @Test("an expiry ends the time once; the next request follows a return to the front")
  mutating func expiry() {
    _ = state.claimed()
    _ = state.leftFront()
    _ = state.begun(isGranted: true)
    #expect(state.expired(1) == .end)
    #expect(state.expired(1) == .nothing)
    #expect(state.ended() == .nothing)
    #expect(state.claimed() == .nothing)
    #expect(state.leftFront() == .nothing)
    #expect(state.returnedToFront() == .nothing)
    #expect(state.leftFront() == .begin(2))
  }

  @Test("after a refusal, the next request follows a return to the front")
  mutating func refusal() {
    _ = state.claimed()
    #expect(state.leftFront() == .begin(1))
    #expect(state.begun(isGranted: false) == .nothing)
    #expect(state.claimed() == .nothing)
    #expect(state.released() == .nothing)
    #expect(state.returnedToFront() == .nothing)
    #expect(state.leftFront() == .begin(2))
  }

  @Test("a grant that is no longer needed is ended immediately")
  mutating func unwantedGrant() {
    _ = state.claimed()
    _ = state.leftFront()
    #expect(state.released() == .nothing)
    #expect(state.begun(isGranted: true) == .end)
    #expect(state.ended() == .nothing)
  }

  @Test("leaving and returning twice while a request is unanswered uses one grant")
  mutating func quickTrips() {
    _ = state.claimed()
    #expect(state.leftFront() == .begin(1))
    #expect(state.returnedToFront() == .nothing)
    #expect(state.leftFront() == .nothing)
    #expect(state.begun(isGranted: true) == .nothing)
    #expect(state.returnedToFront() == .end)
    #expect(state.leftFront() == .nothing)
    #expect(state.ended() == .begin(2))
  }

  @Test("an expiry before the grant: the time is ended once granted")
  mutating func expiryWhileAsking() {
    _ = state.claimed()
    _ = state.leftFront()
    #expect(state.expired(1) == .nothing)
    #expect(state.expired(1) == .nothing)
    #expect(state.returnedToFront() == .nothing)
    #expect(state.begun(isGranted: true) == .end)
    #expect(state.ended() == .nothing)
  }

  @Test("an expiry of a request that is then refused ends nothing")
  mutating func expiryThenRefusal() {
    _ = state.claimed()
    _ = state.leftFront()
    #expect(state.expired(1) == .nothing)
    #expect(state.begun(isGranted: false) == .nothing)
    #expect(state.isSpent)
  }

  @Test("releasing, returning or leaving while expired time is ended still ends it once")
  mutating func changesWhileEnding() {
    _ = state.claimed()
    _ = state.leftFront()
    _ = state.begun(isGranted: true)
    #expect(state.expired(1) == .end)
    #expect(state.released() == .nothing)
    #expect(state.returnedToFront() == .nothing)
    #expect(state.claimed() == .nothing)
    #expect(state.leftFront() == .nothing)
    #expect(state.ended() == .begin(2))
  }

  @Test("a late expiry of an earlier grant does not affect the current one")
  mutating func lateExpiry() {
    _ = state.claimed()
    _ = state.leftFront()
    _ = state.begun(isGranted: true)
    _ = state.returnedToFront()
    #expect(state.expired(1) == .nothing)
    #expect(state.ended() == .nothing)
    #expect(state.leftFront() == .begin(2))
    #expect(state.begun(isGranted: true) == .nothing)
    #expect(state.expired(1) == .nothing)
    #expect(state.expired(2) == .end)
  }
}

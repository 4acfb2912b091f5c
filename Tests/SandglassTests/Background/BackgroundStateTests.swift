import Testing

@testable import Sandglass

@Suite("Background time: the state machine, event by event")
struct BackgroundStateTests {
  var state = BackgroundState()

  @Test("in front a claim asks for nothing, and neither does leaving without one")
  mutating func nothingToDo() {
    #expect(state.claimed() == .nothing)
    #expect(state.released() == .nothing)
    #expect(state.leftFront() == .nothing)
    #expect(state.returnedToFront() == .nothing)
  }

  @Test("leaving with a claim asks, returning gives back")
  mutating func leaveAndReturn() {
    _ = state.claimed()
    #expect(state.leftFront() == .begin(1))
    #expect(state.begun(isGranted: true) == .nothing)
    #expect(state.leftFront() == .nothing)
    #expect(state.returnedToFront() == .end)
    #expect(state.returnedToFront() == .nothing)
    #expect(state.ended() == .nothing)
  }

  @Test("the first claim made in the background asks, the last released gives back")
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

  @Test("expiry is told, then given back, and not asked again until the app was in front")
  mutating func expiry() {
    _ = state.claimed()
    _ = state.leftFront()
    _ = state.begun(isGranted: true)
    #expect(state.expired(1) == .report)
    #expect(state.expired(1) == .nothing)
    #expect(state.expiryReported() == .end)
    #expect(state.expiryReported() == .nothing)
    #expect(state.ended() == .nothing)
    #expect(state.claimed() == .nothing)
    #expect(state.leftFront() == .nothing)
    #expect(state.returnedToFront() == .nothing)
    #expect(state.leftFront() == .begin(2))
  }

  @Test("a refusal is not asked about again until the app was in front")
  mutating func refusal() {
    _ = state.claimed()
    #expect(state.leftFront() == .begin(1))
    #expect(state.begun(isGranted: false) == .nothing)
    #expect(state.claimed() == .nothing)
    #expect(state.released() == .nothing)
    #expect(state.returnedToFront() == .nothing)
    #expect(state.leftFront() == .begin(2))
  }

  @Test("what is no longer wanted once it is granted is given back at once")
  mutating func unwantedGrant() {
    _ = state.claimed()
    _ = state.leftFront()
    #expect(state.released() == .nothing)
    #expect(state.begun(isGranted: true) == .end)
    #expect(state.ended() == .nothing)
  }

  @Test("two quick trips while the system is being asked share one grant")
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

  @Test("expiry before the grant is known: given back as soon as it is, after all were told")
  mutating func expiryWhileAsking() {
    _ = state.claimed()
    _ = state.leftFront()
    #expect(state.expired(1) == .report)
    #expect(state.expiryReported() == .nothing)
    #expect(state.begun(isGranted: true) == .end)
    #expect(state.ended() == .nothing)
    #expect(state.isSpent)
  }

  @Test("expiry before the grant is known, which comes while all are being told")
  mutating func grantWhileTelling() {
    _ = state.claimed()
    _ = state.leftFront()
    #expect(state.expired(1) == .report)
    #expect(state.begun(isGranted: true) == .nothing)
    #expect(state.returnedToFront() == .nothing)
    #expect(state.expiryReported() == .end)
    #expect(state.ended() == .nothing)
  }

  @Test("expiry of a request that is then refused")
  mutating func expiryThenRefusal() {
    _ = state.claimed()
    _ = state.leftFront()
    #expect(state.expired(1) == .report)
    #expect(state.begun(isGranted: false) == .nothing)
    #expect(state.expiryReported() == .nothing)
    #expect(state.isSpent)
  }

  @Test("released, returned or left while all are being told: still given back once")
  mutating func changesWhileTelling() {
    _ = state.claimed()
    _ = state.leftFront()
    _ = state.begun(isGranted: true)
    #expect(state.expired(1) == .report)
    #expect(state.released() == .nothing)
    #expect(state.returnedToFront() == .nothing)
    #expect(state.claimed() == .nothing)
    #expect(state.leftFront() == .nothing)
    #expect(state.expiryReported() == .end)
    #expect(state.ended() == .begin(2))
  }

  @Test("a late expiry of an earlier grant says nothing of the present one")
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
    #expect(state.expired(2) == .report)
  }
}

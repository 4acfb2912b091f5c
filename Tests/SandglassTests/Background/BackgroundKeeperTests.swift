import Dispatch
import Testing

@testable import Sandglass

@MainActor
@Suite("BackgroundKeeper and its claims")
struct BackgroundKeeperTests {
  let time = PretendBackgroundTime()
  let keeper = BackgroundKeeper()

  @Test("background time is requested when the app leaves, and ended once when it returns")
  func trip() {
    let claim = keeper.claim()
    #expect(time.begun == 0)
    keeper.enterBackground(granting: time)
    #expect(time.held == 1)
    keeper.enterForeground()
    #expect((time.begun, time.ended) == (1, 1))
    claim.release()
    #expect((time.begun, time.ended) == (1, 1))
  }

  @Test("without a claim, no background time is requested")
  func noClaim() {
    keeper.enterBackground(granting: time)
    keeper.enterForeground()
    #expect(time.begun == 0)
  }

  @Test("a claim is released only once")
  func releaseTwice() {
    let claim = keeper.claim()
    let other = keeper.claim()
    #expect(claim.release())
    #expect(!claim.release())
    #expect(keeper.isClaimed)
    other.release()
    #expect(!keeper.isClaimed)
  }

  @Test("releasing the last reference to a claim releases the claim")
  func letGo() {
    keeper.enterBackground(granting: time)
    do {
      let claim = keeper.claim()
      #expect(time.held == 1)
      withExtendedLifetime(claim) {}
    }
    #expect((time.begun, time.ended) == (1, 1))
  }

  @Test("a claim that is released before it was taken cannot be taken")
  func releasedFirst() {
    keeper.enterBackground(granting: time)
    let claim = BackgroundClaim(on: keeper)
    #expect(time.begun == 0)
    #expect(claim.release())
    #expect(!claim.take())
    #expect(time.begun == 0)
    #expect(!keeper.isClaimed)
    let other = BackgroundClaim(on: keeper)
    #expect(other.take())
    #expect(!other.take())
    #expect(time.held == 1)
    other.release()
    #expect(time.held == 0)
  }

  @Test("expired time is ended at once, and the next request follows a return to the front")
  func expiry() {
    let claim = keeper.claim()
    keeper.enterBackground(granting: time)
    time.expire()
    #expect((time.begun, time.ended) == (1, 1))
    keeper.claim().release()
    keeper.enterBackground(granting: time)
    #expect(time.begun == 1)
    keeper.enterForeground()
    keeper.enterBackground(granting: time)
    #expect(time.begun == 2)
    time.expire()
    keeper.enterForeground()
    #expect((time.begun, time.ended) == (2, 2))
    claim.release()
  }

  @Test("refused time is not ended, and the next request follows a return to the front")
  func refusal() {
    keeper.enterBackground(granting: time)
    time.refuse(true)
    let claim = keeper.claim()
    time.refuse(false)
    keeper.claim().release()
    #expect((time.begun, time.refused) == (0, 1))
    keeper.enterForeground()
    keeper.enterBackground(granting: time)
    #expect(time.held == 1)
    claim.release()
    #expect((time.begun, time.ended, time.refused) == (1, 1, 1))
  }

  @Test("the platform is released on return, and the keeper with its last claim")
  func lifetimes() {
    weak var platform: PretendBackgroundTime?
    weak var gone: BackgroundKeeper?
    do {
      let time = PretendBackgroundTime()
      let keeper = BackgroundKeeper()
      (platform, gone) = (time, keeper)
      let claim = keeper.claim()
      keeper.enterBackground(granting: time)
      keeper.enterForeground()
      claim.release()
    }
    #expect(platform == nil)
    #expect(gone == nil)
  }

  @Test("claims from four threads while the app leaves and returns: all background time is ended")
  func threads() {
    let (keeper, time) = (keeper, time)
    let isDone = Locked(0)
    for _ in 0..<4 {
      DispatchQueue.global().async {
        for _ in 0..<2_000 {
          let claim = BackgroundClaim(on: keeper)
          DispatchQueue.concurrentPerform(iterations: 2) { index in
            if index == 0 { claim.take() } else { claim.release() }
          }
          keeper.claim().release()
        }
        isDone.withLock { $0 += 1 }
      }
    }
    while isDone.withLock({ $0 < 4 }) {
      keeper.enterBackground(granting: time)
      keeper.enterForeground()
    }
    keeper.enterForeground()
    #expect(!keeper.isClaimed)
    #expect(time.begun == time.ended)
    #expect(time.held == 0)
  }
}

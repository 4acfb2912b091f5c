import Dispatch
import Testing

@testable import Sandglass

@MainActor
@Suite("BackgroundClaims")
struct BackgroundClaimsTests {
  let time = PretendBackgroundTime()
  let background = BackgroundClaims()

  @Test("background time is requested when the app leaves, and ended once when it returns")
  func trip() {
    let claim = background.claim()
    #expect(time.begun == 0)
    background.enterBackground(granting: time)
    #expect(time.held == 1)
    background.enterForeground()
    #expect((time.begun, time.ended) == (1, 1))
    claim.release()
    #expect((time.begun, time.ended) == (1, 1))
  }

  @Test("without a claim, no background time is requested")
  func noClaim() {
    background.enterBackground(granting: time)
    background.enterForeground()
    #expect(time.begun == 0)
  }

  @Test("a claim is released only once")
  func releaseTwice() {
    let claim = background.claim()
    let other = background.claim()
    #expect(claim.release())
    #expect(!claim.release())
    #expect(background.isClaimed)
    other.release()
    #expect(!background.isClaimed)
  }

  @Test("releasing the last reference to a claim releases the claim")
  func letGo() {
    background.enterBackground(granting: time)
    do {
      let claim = background.claim()
      #expect(time.held == 1)
      withExtendedLifetime(claim) {}
    }
    #expect((time.begun, time.ended) == (1, 1))
  }

  @Test("a claim that is released before it was taken cannot be taken")
  func releasedFirst() {
    background.enterBackground(granting: time)
    let claim = BackgroundClaim(on: background)
    #expect(time.begun == 0)
    #expect(claim.release())
    #expect(!claim.take())
    #expect(time.begun == 0)
    #expect(!background.isClaimed)
    let other = BackgroundClaim(on: background)
    #expect(other.take())
    #expect(!other.take())
    #expect(time.held == 1)
    other.release()
    #expect(time.held == 0)
  }

  @Test("expired time is ended at once, and the next request follows a return to the front")
  func expiry() {
    let claim = background.claim()
    background.enterBackground(granting: time)
    time.expire()
    #expect((time.begun, time.ended) == (1, 1))
    background.claim().release()
    background.enterBackground(granting: time)
    #expect(time.begun == 1)
    background.enterForeground()
    background.enterBackground(granting: time)
    #expect(time.begun == 2)
    time.expire()
    background.enterForeground()
    #expect((time.begun, time.ended) == (2, 2))
    claim.release()
  }

  @Test("refused time is not ended, and the next request follows a return to the front")
  func refusal() {
    background.enterBackground(granting: time)
    time.refuse(true)
    let claim = background.claim()
    time.refuse(false)
    background.claim().release()
    #expect((time.begun, time.refused) == (0, 1))
    background.enterForeground()
    background.enterBackground(granting: time)
    #expect(time.held == 1)
    claim.release()
    #expect((time.begun, time.ended, time.refused) == (1, 1, 1))
  }

  @Test("the platform is released on return, and the claims' object with its last claim")
  func lifetimes() {
    weak var platform: PretendBackgroundTime?
    weak var gone: BackgroundClaims?
    do {
      let time = PretendBackgroundTime()
      let background = BackgroundClaims()
      (platform, gone) = (time, background)
      let claim = background.claim()
      background.enterBackground(granting: time)
      background.enterForeground()
      claim.release()
    }
    #expect(platform == nil)
    #expect(gone == nil)
  }

  @Test("claims from four threads while the app leaves and returns: all background time is ended")
  func threads() {
    let (background, time) = (background, time)
    let isDone = Locked(0)
    for _ in 0..<4 {
      DispatchQueue.global().async {
        for _ in 0..<2_000 {
          let claim = BackgroundClaim(on: background)
          DispatchQueue.concurrentPerform(iterations: 2) { index in
            if index == 0 { claim.take() } else { claim.release() }
          }
          background.claim().release()
        }
        isDone.withLock { $0 += 1 }
      }
    }
    while isDone.withLock({ $0 < 4 }) {
      background.enterBackground(granting: time)
      background.enterForeground()
    }
    background.enterForeground()
    #expect(!background.isClaimed)
    #expect(time.begun == time.ended)
    #expect(time.held == 0)
  }
}

import Sandglass
import SandglassAudio
import Testing

@Suite("The audio keep-alive, against the stand-in", .serialized)
struct AudioKeepAliveTests {
  let playing = AudioDevice.mixingKeepAlive()

  init() {
    AudioDevice.reset()
  }

  @Test(
    "the session is touched by nothing but a claim, is active with the first, and not after the last"
  )
  func claims() {
    #expect(AudioDevice.calls.isEmpty)
    let first = playing.claim()
    let second = playing.claim()
    #expect(
      AudioDevice.calls == ["AVAudioSessionCategoryPlayback AVAudioSessionModeDefault 1", "active"])
    first.release()
    #expect(AudioDevice.calls.count == 2)
    second.release()
    #expect(AudioDevice.calls.last == "inactive 1")
    #expect(AudioDevice.calls.count == 3)
  }

  @Test("a session that is refused is not deactivated, and asked for again by the next first claim")
  func refused() {
    AudioDevice.reset(isRefusing: true)
    playing.claim().release()
    #expect(AudioDevice.calls.count == 1)
    AudioDevice.reset()
    let claim = playing.claim()
    #expect(AudioDevice.calls.last == "active")
    claim.release()
    #expect(AudioDevice.calls.last == "inactive 1")
  }
}

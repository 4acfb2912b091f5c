import Sandglass
import SandglassAudio
import Testing

/// The code of the landing page of SandglassAudio.
final class Workout {
  private let audio = AudioKeepAlive()
  private var claim: BackgroundClaim?

  func begin() { claim = audio.claim() }
  func end() { claim = nil }
}

@Suite("AudioKeepAlive, with the stand-in", .serialized)
struct AudioKeepAliveTests {
  let playing = AudioDevice.mixingKeepAlive()

  init() {
    AudioDevice.reset()
  }

  @Test("only claims use the session: it is active from the first claim until the last is released")
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

  @Test("a refused session is not deactivated, and is requested again by the next first claim")
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

  @Test("the session is active from the beginning of a workout to its end")
  func workout() {
    let workout = Workout()
    workout.begin()
    #expect(AudioDevice.calls.last == "active")
    workout.end()
    #expect(AudioDevice.calls.last == "inactive 1")
  }
}

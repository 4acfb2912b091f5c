#if os(Linux) || (canImport(AVFAudio) && !os(macOS) && !os(watchOS))
  #if os(Linux)
    public import SandglassAVFAudioStandIn
  #else
    public import AVFAudio
  #endif
  public import Sandglass

  /// Keeps the audio session active while something claims it, for an app that plays audio in the
  /// foreground and in the background.
  ///
  /// The system does not suspend an app with the background mode for audio while it plays audible
  /// content, such as the music, the metronome or the voice of a workout. This class keeps the
  /// session active. The app plays the audio, and stops it before it releases the last claim.
  ///
  /// - Warning: Use this only if your app plays audible audio the whole time, as a feature of its
  ///   own. App Review rejects apps that use the background mode for audio to stay alive, or that
  ///   play silence (guideline 2.5.4). A countdown does not need this. It is correct again as soon
  ///   as the process runs, and `CountdownAlerts` of SandglassUIKit alerts the user to its end on time.
  ///
  /// An interruption such as a phone call ends the keep-alive without notice. Countdowns stay
  /// correct.
  public final class AudioKeepAlive: Sendable {
    private let keeper = BackgroundKeeper()
    private let time: AudioBackgroundTime

    /// Creates a keep-alive. The session is not used before the first claim.
    ///
    /// - Parameter options: How the app's audio mixes with that of other apps.
    public init(options: AVAudioSession.CategoryOptions = []) {
      time = AudioBackgroundTime(options: options)
    }

    /// Keeps the shared session active for playback until the claim is released or deallocated.
    ///
    /// An app can activate the session in the foreground. In the background it can do so only if it
    /// is already playing. If the system refuses, the next attempt is the first claim after all
    /// claims have been released.
    ///
    /// The first claim activates the session, and the release of the last claim deactivates it.
    /// Activation blocks the calling thread for a while, so prefer a thread other than the main
    /// thread.
    public func claim() -> BackgroundClaim {
      if !keeper.isClaimed {
        keeper.enterForeground()
        // This keeper is always in the background, because a session must be active before the app
        // leaves the foreground.
        keeper.enterBackground(granting: time)
      }
      return keeper.claim()
    }
  }
#endif

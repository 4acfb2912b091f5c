#if STAND_INS || (canImport(AVFAudio) && !os(macOS) && !os(watchOS))
  #if STAND_INS
    public import SandglassStandIns
  #else
    public import AVFAudio
  #endif
  public import Sandglass

  /// Keeps the audio session active while there are claims, for an app that plays audio in the
  /// foreground and in the background.
  ///
  /// The system does not suspend an app that has the background mode for audio while the app plays
  /// audible content, such as the music, the metronome or the voice of a workout. This class only
  /// keeps the session active. The app must play the audio itself, and stop it before it releases
  /// the last claim.
  ///
  /// - Warning: Use this class only if your app continuously plays audible content, as one of its features. App Review
  ///   rejects apps that use the background mode for audio only to stay alive, or that play silence (guideline 2.5.4).
  ///   A countdown does not need this class. It is correct again as soon as the process runs, and `CountdownAlerts` in
  ///   SandglassUIKit alerts the user on time when it ends.
  ///
  /// An interruption, such as a phone call, ends the keep-alive without notice. Countdowns stay
  /// correct.
  public final class AudioKeepAlive: Sendable {
    private let background = BackgroundClaims()
    private let time: AudioBackgroundTime

    /// Creates a keep-alive. It does not use the audio session before the first claim.
    ///
    /// - Parameter options: How the app's audio mixes with the audio of other apps.
    public init(options: AVAudioSession.CategoryOptions = []) {
      time = AudioBackgroundTime(options: options)
    }

    /// Keeps the shared session active for playback until the claim is released or deallocated.
    ///
    /// An app can activate the session in the foreground. In the background it can do so only if it
    /// is already playing. If the system refuses, the keep-alive does not try again until all
    /// claims have been released and a new claim is made.
    ///
    /// The first claim activates the session, and the release of the last claim deactivates it.
    /// Activation blocks the calling thread for a while, so prefer a thread other than the main
    /// thread.
    public func claim() -> BackgroundClaim {
      if !background.isClaimed {
        background.enterForeground()
        // These claims are always in the background state, because the session must already be active
        // when the app leaves the foreground.
        background.enterBackground(granting: time)
      }
      return background.claim()
    }
  }
#endif

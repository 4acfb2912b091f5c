#if os(Linux) || (canImport(AVFAudio) && !os(macOS) && !os(watchOS))
  #if os(Linux)
    public import SandglassAVFAudioStandIn
  #else
    public import AVFAudio
  #endif
  public import Sandglass

  /// Keeps the audio session active for an app that truly plays audio, in front and in the
  /// background, for as long as something claims it.
  ///
  /// An app with the background mode for audio is not suspended while it plays something that the
  /// user hears, such as the music, the metronome or the voice of a workout. This keeps the session
  /// active; the app does the playing, and stops it before it releases the last claim.
  ///
  /// - Warning: Use this only if your app plays audible audio all the while, as a feature of its
  ///   own. App Review refuses apps that use the background mode for audio to stay alive, or that
  ///   play silence (guideline 2.5.4). A countdown needs no such thing: it is right again as soon
  ///   as the process runs, and `EndAlerts` of SandglassUIKit tells the user of its end in time.
  ///
  /// An interruption such as a phone call ends it without notice; what was counted stays right.
  public final class AudioKeepAlive: Sendable {
    private let keeper = BackgroundKeeper()
    private let time: AudioBackgroundTime

    /// Makes a keep-alive; the session is not touched before a claim.
    ///
    /// - Parameter options: How the app's audio mixes with that of others.
    public init(options: AVAudioSession.CategoryOptions = []) {
      time = AudioBackgroundTime(options: options)
    }

    /// Keeps the shared session active for playback until the claim is released or let go.
    ///
    /// A session can be activated in front, and in the background only by an app that plays
    /// already. Where the system refuses, the first claim after all were released tries again.
    ///
    /// The first claim activates the session, and the release of the last one deactivates it.
    /// Activating blocks the calling thread for a while, so prefer another one than the main thread.
    public func claim() -> BackgroundClaim {
      if !keeper.isClaimed {
        keeper.enterForeground()
        // To this keeper all is background: a session must be active before the app leaves.
        keeper.enterBackground(granting: time)
      }
      return keeper.claim()
    }
  }
#endif

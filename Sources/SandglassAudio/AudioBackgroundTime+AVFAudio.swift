#if os(Linux) || (canImport(AVFAudio) && !os(macOS) && !os(watchOS))
  #if os(Linux)
    import SandglassAVFAudioStandIn
  #else
    import AVFAudio
  #endif
  import Sandglass

  /// The time of an app that plays audio: its audio session is active.
  struct AudioBackgroundTime: BackgroundTime {
    let options: AVAudioSession.CategoryOptions

    func begin(
      expired: @escaping @MainActor @Sendable () -> Void
    ) -> (@Sendable () -> Void)? {
      let session = AVAudioSession.sharedInstance()
      do {
        try session.setCategory(.playback, mode: .default, options: options)
        try session.setActive(true)
      } catch {
        return nil
      }
      return {
        // It fails only if something still played; then that is stopped, and the session as well.
        try? AVAudioSession.sharedInstance().setActive(
          false, options: .notifyOthersOnDeactivation)
      }
    }
  }
#endif

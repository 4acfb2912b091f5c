#if STAND_INS || (canImport(AVFAudio) && !os(macOS) && !os(watchOS))
  #if STAND_INS
    import SandglassStandIns
  #else
    import AVFAudio
  #endif
  import Sandglass

  /// Background time for an app that plays audio, granted while its audio session is active.
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
        // Deactivation reports an error only if audio was still playing. The system then stops the
        // audio and deactivates the session anyway.
        try? AVAudioSession.sharedInstance().setActive(
          false, options: .notifyOthersOnDeactivation)
      }
    }
  }
#endif

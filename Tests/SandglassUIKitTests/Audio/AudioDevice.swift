import SandglassStandIns
import SandglassAudio

/// The audio session of the device, and a system that can refuse it.
enum AudioDevice {
  static var calls: [String] { AVAudioSession.sharedInstance().history }

  static func reset(isRefusing: Bool = false) {
    AVAudioSession.sharedInstance().reset(isRefusing: isRefusing)
  }

  static func mixingKeepAlive() -> AudioKeepAlive {
    AudioKeepAlive(options: .mixWithOthers)
  }
}

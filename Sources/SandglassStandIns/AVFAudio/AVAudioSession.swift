// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Sources/SandglassStandIns/README.md lists the sources.

public import Foundation

/// Stands in for the audio session: public declarations have Apple's signatures, and
/// package declarations control the system.
// AVAudioSession.h: NS_SWIFT_SENDABLE, API_UNAVAILABLE(macos). Page: conforms to Sendable.
// Sendable: everything mutable is accessed only while holding the lock.
@available(macOS, unavailable)
public class AVAudioSession: NSObject, @unchecked Sendable {
  // AVAudioSessionTypes.h: NSString with NS_STRING_ENUM. Page: conforms to RawRepresentable,
  // Hashable and Sendable.
  public struct Category: RawRepresentable, Hashable, Sendable {
    // Page: init(rawValue: String), which never fails.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    // AVAudioSessionTypes.h: iOS, tvOS, watchOS. Page: static let; visionOS as well.
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
  }

  // AVAudioSessionTypes.h: NSString with NS_STRING_ENUM. Page: conforms to RawRepresentable,
  // Hashable and Sendable.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    // Page: init(rawValue: String), which never fails.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    // AVAudioSessionTypes.h: iOS, tvOS, watchOS. Page: static let; visionOS as well.
    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
  }

  // AVAudioSessionTypes.h: NS_OPTIONS(NSUInteger). Page: conforms to OptionSet and Sendable.
  public struct CategoryOptions: OptionSet, Sendable {
    // Page: init(rawValue: UInt).
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    // AVAudioSessionTypes.h: 0x1. Page: static var { get }.
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
  }

  // AVAudioSessionTypes.h: NS_OPTIONS(NSUInteger). Page: conforms to OptionSet and Sendable.
  public struct SetActiveOptions: OptionSet, Sendable {
    // Page: init(rawValue: UInt).
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    // AVAudioSessionTypes.h: 1, for deactivation alone. Page: static var { get }.
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  package struct Refusal: Error {}

  private static let session = AVAudioSession()

  private let lock = NSLock()
  private var calls: [String] = []
  private var isRefusing = false

  // AVAudioSession.h: nonnull, no actor. Page: class func.
  public class func sharedInstance() -> AVAudioSession { session }

  // AVAudioSession.h and AVFAudio.apinotes: setCategory(_:mode:options:), no actor. Page: the options
  // are [] by default; throws.
  public func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions = []
  ) throws {
    lock.withLock { calls.append("\(category.rawValue) \(mode.rawValue) \(options.rawValue)") }
  }

  // AVAudioSession.h: blocks the thread; deactivates although it fails if something is still playing.
  // AVFAudio.apinotes: setActive(_:options:), and setActive:error: is nonswift. Page: the options are
  // [] by default; throws.
  public func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions = []) throws {
    try lock.withLock {
      if isRefusing, active { throw Refusal() }
      calls.append(active ? "active" : "inactive \(options.rawValue)")
    }
  }

  /// Clears all calls, and sets whether activation is refused.
  package func reset(isRefusing: Bool) {
    lock.withLock {
      calls = []
      self.isRefusing = isRefusing
    }
  }

  package var history: [String] { lock.withLock { calls } }
}

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there.

public import Foundation

/// Stands in for the audio session: what is public has Apple's signatures, and what is
/// package-wide plays the system. It is not Sendable, the strictest that Apple's could be.
public class AVAudioSession: NSObject {
  public struct Category: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
  }

  public struct Mode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
  }

  public struct CategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
  }

  public struct SetActiveOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  package struct Refusal: Error {}

  // Unsafe in name only: the session guards its state with a lock.
  private nonisolated(unsafe) static let session = AVAudioSession()

  private let lock = NSLock()
  private var calls: [String] = []
  private var isRefusing = false

  public class func sharedInstance() -> AVAudioSession { session }

  public func setCategory(
    _ category: Category, mode: Mode, options: CategoryOptions = []
  ) throws {
    lock.withLock { calls.append("\(category.rawValue) \(mode.rawValue) \(options.rawValue)") }
  }

  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    try lock.withLock {
      if isRefusing, active { throw Refusal() }
      calls.append(active ? "active" : "inactive \(options.rawValue)")
    }
  }

  /// Forgets all calls, and refuses to be activated or not.
  package func reset(isRefusing: Bool) {
    lock.withLock {
      calls = []
      self.isRefusing = isRefusing
    }
  }

  package var history: [String] { lock.withLock { calls } }
}

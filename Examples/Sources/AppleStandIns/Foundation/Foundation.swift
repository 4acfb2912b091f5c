// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

// What Foundation lacks on Linux. Scripts/apple/interfaces.py declares the same for Apple platforms.
public import Foundation
import Synchronization

public struct LocalizedStringResource: ExpressibleByStringLiteral, Equatable, Codable, Sendable {
  public init(stringLiteral value: String) {}
}

extension FileManager {
  private static let container = Mutex<URL?>(nil)

  /// The container of every app group; nil without the entitlement, as it is at first.
  package static var groupContainer: URL? {
    get { container.withLock { $0 } }
    set { container.withLock { $0 = newValue } }
  }

  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    Self.groupContainer
  }
}

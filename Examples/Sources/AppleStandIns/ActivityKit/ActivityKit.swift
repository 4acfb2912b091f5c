// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

public import Foundation

@available(iOS 16.1, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public protocol ActivityAttributes: Decodable, Encodable {
  associatedtype ContentState: Decodable, Encodable, Hashable
}

@available(iOS 16.2, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public struct ActivityContent<State> where State: Decodable, State: Encodable, State: Hashable {
  public let state: State
  public let staleDate: Date?

  public init(state: State, staleDate: Date?, relevanceScore: Double = 0.0) {
    self.state = state
    self.staleDate = staleDate
  }
}

@available(iOS 16.2, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
extension ActivityContent: Sendable where State: Sendable {}

@available(iOS 16.1, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public enum ActivityState: Codable, Hashable, Sendable {
  case active
  case ended
  case dismissed
  @available(iOS 16.2, *)
  case stale
}

@available(iOS 16.1, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public struct ActivityUIDismissalPolicy: Equatable {
  public static nonisolated(unsafe) let `default` = ActivityUIDismissalPolicy()
  public static nonisolated(unsafe) let immediate = ActivityUIDismissalPolicy()
}

@available(iOS 16.1, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public struct PushType: Equatable {}

@available(iOS 16.1, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public struct AlertConfiguration: Equatable {
  public struct AlertSound: Equatable {
    public static var `default`: AlertConfiguration.AlertSound { AlertSound() }
  }
}

@available(iOS 16.1, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public class Activity<Attributes>: Identifiable where Attributes: ActivityAttributes {
  public typealias ContentState = Attributes.ContentState
  public typealias ID = String

  public final let id: String
  public final let attributes: Attributes
  public package(set) var activityState = ActivityState.active
  @available(iOS 16.2, *)
  public package(set) var content: ActivityContent<Activity<Attributes>.ContentState>

  package init(attributes: Attributes, content: ActivityContent<ContentState>) {
    id = UUID().uuidString
    self.attributes = attributes
    self.content = content
    Activities.add(self)
  }

  public static var activities: [Activity<Attributes>] { Activities.all(of: Attributes.self) }

  @available(iOS 16.2, *)
  public static func request(
    attributes: Attributes, content: ActivityContent<Activity<Attributes>.ContentState>,
    pushType: PushType? = nil
  ) throws -> Activity<Attributes> {
    SystemCalls.note("request, stale \(content.staleDate != nil)")
    guard !Activities.isRefusing else { throw ActivityRefusal() }
    return Activity(attributes: attributes, content: content)
  }

  @available(iOS 16.2, *)
  public func update(_ content: ActivityContent<Activity<Attributes>.ContentState>) async {
    self.content = content
    SystemCalls.note("update, stale \(content.staleDate != nil)")
  }

  @available(iOS 16.2, *)
  public func end(
    _ content: ActivityContent<Activity<Attributes>.ContentState>?,
    dismissalPolicy: ActivityUIDismissalPolicy = .default
  ) async {
    activityState = .ended
    SystemCalls.note("end")
  }
}

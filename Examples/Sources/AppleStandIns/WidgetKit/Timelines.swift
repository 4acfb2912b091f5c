// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

public import Foundation

#if !os(Linux)
  public import SwiftUI
#endif

@available(tvOS, unavailable)
@available(visionOS 26.0, *)
public struct TimelineEntryRelevance: Hashable, Codable {
  public var score: Float
  public var duration: TimeInterval

  public init(score: Float, duration: TimeInterval = 0) {
    self.score = score
    self.duration = duration
  }
}

@available(tvOS, unavailable)
@available(visionOS 26.0, *)
public protocol TimelineEntry {
  var date: Date { get }
  var relevance: TimelineEntryRelevance? { get }
}

@available(tvOS, unavailable)
@available(visionOS 26.0, *)
extension TimelineEntry {
  public var relevance: TimelineEntryRelevance? { nil }
}

@available(tvOS, unavailable)
@available(visionOS 26.0, *)
public struct TimelineReloadPolicy: Equatable {
  private let date: Date?

  public static nonisolated(unsafe) let never = TimelineReloadPolicy(date: nil)

  public static func after(_ date: Date) -> TimelineReloadPolicy {
    TimelineReloadPolicy(date: date)
  }
}

@available(tvOS, unavailable)
@available(visionOS 26.0, *)
public struct Timeline<EntryType> where EntryType: TimelineEntry {
  public let entries: [EntryType]
  public let policy: TimelineReloadPolicy

  public init(entries: [EntryType], policy: TimelineReloadPolicy) {
    self.entries = entries
    self.policy = policy
  }
}

@available(tvOS, unavailable)
@available(visionOS 26.0, *)
public struct TimelineProviderContext {}

@available(tvOS, unavailable)
@available(visionOS 26.0, *)
public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext
  func placeholder(in context: Self.Context) -> Self.Entry

  @preconcurrency
  func getSnapshot(
    in context: Self.Context, completion: @escaping @Sendable (Self.Entry) -> Void)

  @preconcurrency
  func getTimeline(
    in context: Self.Context, completion: @escaping @Sendable (Timeline<Self.Entry>) -> Void)
}

@available(tvOS, unavailable)
@available(visionOS 26.0, *)
public class WidgetCenter {
  public static nonisolated(unsafe) let shared = WidgetCenter()

  public func reloadTimelines(ofKind kind: String) { SystemCalls.note("reload \(kind)") }
}

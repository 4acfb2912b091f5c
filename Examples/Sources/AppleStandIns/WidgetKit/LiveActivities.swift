// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

#if os(Linux) || os(iOS)
  #if !os(Linux)
    public import ActivityKit
    public import SwiftUI
  #endif

  @available(iOS 16.1, *)
  @available(macOS, unavailable)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  @available(visionOS, unavailable)
  public struct ActivityConfiguration<Attributes>: WidgetConfiguration
  where Attributes: ActivityAttributes {
    public init<Content>(
      for attributesType: Attributes.Type,
      @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
      dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
    ) where Content: View {}

    public var body: some WidgetConfiguration { EmptyConfiguration() }
  }

  @available(*, unavailable)
  extension ActivityConfiguration: Sendable {}

  @available(iOS 16.1, *)
  @available(macOS, unavailable)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  @available(visionOS, unavailable)
  public struct ActivityViewContext<Attributes> where Attributes: ActivityAttributes {
    public let attributes: Attributes
    public let state: Attributes.ContentState
    @available(iOS 16.2, *)
    public let isStale: Bool

    package init(attributes: Attributes, state: Attributes.ContentState, isStale: Bool) {
      self.attributes = attributes
      self.state = state
      self.isStale = isStale
    }
  }

  @available(iOS 16.1, *)
  @available(macOS, unavailable)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  @available(visionOS, unavailable)
  public struct DynamicIsland {
    public init<Expanded, CompactLeading, CompactTrailing, Minimal>(
      @DynamicIslandExpandedContentBuilder expanded:
        @escaping () -> DynamicIslandExpandedContent<
          Expanded
        >,
      @ViewBuilder compactLeading: @escaping () -> CompactLeading,
      @ViewBuilder compactTrailing: @escaping () -> CompactTrailing,
      @ViewBuilder minimal: @escaping () -> Minimal
    )
    where Expanded: View, CompactLeading: View, CompactTrailing: View, Minimal: View {}
  }

  @available(iOS 16.1, *)
  @available(macOS, unavailable)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  @available(visionOS, unavailable)
  public struct DynamicIslandExpandedRegionPosition {
    public static nonisolated(unsafe) let center = DynamicIslandExpandedRegionPosition()
    public static nonisolated(unsafe) let bottom = DynamicIslandExpandedRegionPosition()
  }

  @available(iOS 16.1, *)
  @available(macOS, unavailable)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  @available(visionOS, unavailable)
  public struct DynamicIslandExpandedRegion<Content> where Content: View {
    public init(
      _ position: DynamicIslandExpandedRegionPosition, priority: Double = 0,
      @ViewBuilder content: () -> Content
    ) {}
  }

  @available(iOS 16.1, *)
  @available(macOS, unavailable)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  @available(visionOS, unavailable)
  public struct DynamicIslandExpandedContent<Content> where Content: View {}

  @available(iOS 16.1, *)
  @available(macOS, unavailable)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  @available(visionOS, unavailable)
  @resultBuilder
  public struct DynamicIslandExpandedContentBuilder {
    public static func buildPartialBlock<C>(
      first: DynamicIslandExpandedRegion<C>
    ) -> DynamicIslandExpandedContent<some View> where C: View {
      DynamicIslandExpandedContent<EmptyView>()
    }

    public static func buildPartialBlock<C0, C1>(
      accumulated: DynamicIslandExpandedContent<C0>, next: DynamicIslandExpandedRegion<C1>
    ) -> DynamicIslandExpandedContent<some View> where C0: View, C1: View {
      DynamicIslandExpandedContent<EmptyView>()
    }
  }
#endif

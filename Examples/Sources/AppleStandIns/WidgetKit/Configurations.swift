// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

#if !os(Linux)
  public import SwiftUI
#endif

@available(tvOS, unavailable)
@available(visionOS 26.0, *)
public struct StaticConfiguration<Content>: WidgetConfiguration where Content: View {
  public init<Provider>(
    kind: String, provider: Provider,
    @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) where Provider: TimelineProvider {}

  public var body: some WidgetConfiguration { EmptyConfiguration() }
}

@available(*, unavailable)
extension StaticConfiguration: Sendable {}

@available(tvOS, unavailable)
@available(visionOS 26.0, *)
struct EmptyConfiguration: WidgetConfiguration {
  var body: Never { fatalError("This configuration has no body.") }
}

extension ContainerBackgroundPlacement {
  @available(tvOS, unavailable)
  @available(visionOS 26.0, *)
  public static let widget = ContainerBackgroundPlacement()
}

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

@MainActor @preconcurrency
@available(tvOS, unavailable)
@available(visionOS 26.0, *)
public protocol Widget {
  associatedtype Body: WidgetConfiguration
  @MainActor @preconcurrency var body: Self.Body { get }
  @MainActor @preconcurrency init()
}

@MainActor @preconcurrency
@available(tvOS, unavailable)
@available(visionOS 26.0, *)
public protocol WidgetConfiguration {
  associatedtype Body: WidgetConfiguration
  @MainActor @preconcurrency var body: Self.Body { get }
}

@available(tvOS, unavailable)
@available(visionOS 26.0, *)
extension Never: WidgetConfiguration {}

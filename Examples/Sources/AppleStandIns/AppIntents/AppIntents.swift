// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

#if !os(Linux)
  public import Foundation
  public import SwiftUI
#endif

public protocol IntentResult: Sendable {
  associatedtype Value: _IntentValue = Never
  associatedtype OpensAppIntent: AppIntent = Never
  associatedtype Snippet = Never
  associatedtype Dialog = Never
}

public protocol _IntentValue {}

extension Never: _IntentValue {}

// Apple's interface: @unchecked Sendable.
public struct IntentResultContainer<Value, OpensAppIntent, Snippet, Dialog>: IntentResult,
  @unchecked Sendable
where Value: _IntentValue, OpensAppIntent: AppIntent {
  init() {}
}

extension IntentResult {
  public static func result() -> Self
  where Self == IntentResultContainer<Never, Never, Never, Never> { IntentResultContainer() }
}

public protocol AppIntent: Sendable {
  associatedtype PerformResult: IntentResult
  static var title: LocalizedStringResource { get }
  func perform() async throws -> Self.PerformResult
  init()
}

extension Never: AppIntent {
  public static var title: LocalizedStringResource { "" }
  public init() { fatalError("There is no value of this type.") }
  public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> {
    .result()
  }
}

public protocol SystemIntent: AppIntent {}

@available(iOS 17.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public protocol LiveActivityIntent: SystemIntent {}

extension Button {
  public init<I>(intent: I, @ViewBuilder label: () -> Label) where I: AppIntent {
    self.init(action: {}, label: label)
  }
}

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

public import Observation

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
  public var body: Never { fatalError("This view has no body.") }
}

/// A view without a body of its own, of which Apple's interfaces show nothing.
public protocol _Primitive: View where Body == Never {}

extension _Primitive {
  public var body: Never { fatalError("This view has no body.") }
}

@MainActor
@resultBuilder
public struct ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<Content>(_ content: Content) -> Content where Content: View {
    content
  }

  @_disfavoredOverload
  public static func buildBlock<each Content>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> where repeat each Content: View {
    TupleView((repeat each content))
  }

  public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View {
    content
  }

  public static func buildEither<TrueContent, FalseContent>(
    first: TrueContent
  ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View {
    _ConditionalContent()
  }

  public static func buildEither<TrueContent, FalseContent>(
    second: FalseContent
  ) -> _ConditionalContent<TrueContent, FalseContent> where TrueContent: View, FalseContent: View {
    _ConditionalContent()
  }
}

@available(*, unavailable)
extension ViewBuilder: Sendable {}

public struct EmptyView: _Primitive {
  public init() {}
}

public struct TupleView<T>: _Primitive {
  public var value: T

  public init(_ value: T) { self.value = value }
}

public struct _ConditionalContent<TrueContent, FalseContent>: _Primitive {
  nonisolated init() {}
}

@available(*, unavailable)
extension TupleView: Sendable {}

extension Optional: View, _Primitive where Wrapped: View {
  public typealias Body = Never
}

extension View {
  nonisolated public func environment<T>(_ object: T?) -> some View
  where T: AnyObject, T: Observable { self }

  nonisolated public func onChange<V>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View where V: Equatable { self }

  nonisolated public func accessibilityHidden(
    _ hidden: Bool
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { ModifiedContent() }

  nonisolated public func containerBackground<S>(
    _ style: S, for container: ContainerBackgroundPlacement
  ) -> some View where S: ShapeStyle { self }
}

public struct ModifiedContent<Content, Modifier>: _Primitive {
  nonisolated init() {}
}

@available(*, unavailable)
extension ModifiedContent: Sendable {}

public struct AccessibilityAttachmentModifier {}

public struct ContainerBackgroundPlacement: Hashable, Sendable {
  package init() {}
}

// What the recipes use of SwiftUI and Accessibility, declared as Apple's pages declare it. Nothing here does anything.
#if os(Linux)
  import Foundation
  import Observation

  @MainActor @preconcurrency
  package protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
  }

  extension Never: View {
    package var body: Never { fatalError("This view has no body.") }
  }

  /// A view without a body of its own.
  package protocol PrimitiveView: View where Body == Never {}

  extension PrimitiveView {
    package var body: Never { fatalError("This view has no body.") }
  }

  package struct TupleView<T>: PrimitiveView {}

  package struct EmptyView: PrimitiveView {}

  extension Optional: View where Wrapped: View {
    package typealias Body = Never
    package var body: Never { fatalError("This view has no body.") }
  }

  package struct ConditionalContent<First, Second>: PrimitiveView {}

  @resultBuilder
  package enum ViewBuilder {
    package static func buildBlock() -> EmptyView { EmptyView() }

    package static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    package static func buildBlock<each Content: View>(
      _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> { TupleView() }

    package static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    package static func buildEither<First: View, Second: View>(
      first: First
    ) -> ConditionalContent<First, Second> { ConditionalContent() }

    package static func buildEither<First: View, Second: View>(
      second: Second
    ) -> ConditionalContent<First, Second> { ConditionalContent() }
  }

  package struct Text: PrimitiveView {
    package init(_ content: some StringProtocol) {}

    package init(
      timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true,
      showsHours: Bool = true
    ) {}

    package func monospacedDigit() -> Text { self }
  }

  package struct Button<Label: View>: PrimitiveView {
    package init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void)
    where Label == Text {}
  }

  package struct VStack<Content: View>: PrimitiveView {
    package init(@ViewBuilder content: () -> Content) {}
  }

  package struct HStack<Content: View>: PrimitiveView {
    package init(@ViewBuilder content: () -> Content) {}
  }

  package struct List<SelectionValue, Content: View>: PrimitiveView {
    package init<Data: RandomAccessCollection, ID: Hashable>(
      _ data: Data, id: KeyPath<Data.Element, ID>,
      @ViewBuilder rowContent: @escaping (Data.Element) -> Content
    ) where SelectionValue == Never {}
  }

  package struct Circle: PrimitiveView {
    package init() {}

    package func trim(from start: CGFloat = 0, to end: CGFloat = 1) -> Circle { self }

    package func stroke(lineWidth: CGFloat = 1) -> Circle { self }
  }

  package struct Color: Hashable, Sendable {
    package static let green = Color()
  }

  package struct AnimationTimelineSchedule: TimelineSchedule {}

  package protocol TimelineSchedule {}

  extension TimelineSchedule where Self == AnimationTimelineSchedule {
    package static func animation(
      minimumInterval: Double? = nil, paused: Bool = false
    ) -> AnimationTimelineSchedule { AnimationTimelineSchedule() }
  }

  package struct TimelineViewDefaultContext {
    package let date: Date
  }

  package struct TimelineView<Schedule: TimelineSchedule, Content: View>: PrimitiveView {
    package init(
      _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) {}
  }

  extension View {
    package func environment<T: AnyObject & Observable>(_ object: T?) -> some View { self }

    package func onChange<V: Equatable>(
      of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
    ) -> some View { self }

    package func accessibilityHidden(_ hidden: Bool) -> some View { self }
  }

  @propertyWrapper
  package struct State<Value> {
    package var wrappedValue: Value

    package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  }

  package enum ScenePhase: Comparable, Hashable, Sendable {
    case background, inactive, active
  }

  package protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
  }

  package struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    package init() {}

    package var scenePhase: ScenePhase { .active }

    package subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
      get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
      set { values[ObjectIdentifier(key)] = newValue }
    }
  }

  @propertyWrapper
  package struct Environment<Value> {
    private let value: Value?

    package init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
      value = EnvironmentValues()[keyPath: keyPath]
    }

    package init(_ type: Value.Type) where Value: AnyObject & Observable { value = nil }

    package var wrappedValue: Value {
      guard let value else { fatalError("There is no \(Value.self) in the environment.") }
      return value
    }
  }

  package enum AccessibilityNotification {
    package struct Announcement {
      /// What was announced, so that tests can read it. Apple's type has no such property.
      @MainActor package static var posted: [String] = []

      private let announcement: String

      package init(_ announcement: String) { self.announcement = announcement }

      package func post() {
        MainActor.assumeIsolated { Self.posted.append(announcement) }
      }
    }
  }
#endif

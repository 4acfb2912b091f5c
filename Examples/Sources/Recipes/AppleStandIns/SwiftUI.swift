// What the recipes use of SwiftUI and Accessibility, declared as Apple's pages declare it. Nothing here does anything.
#if os(Linux)
  import Foundation
  import Observation

  @MainActor @preconcurrency
  protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
  }

  extension Never: View {
    var body: Never { fatalError("This view has no body.") }
  }

  /// A view without a body of its own.
  protocol PrimitiveView: View where Body == Never {}

  extension PrimitiveView {
    var body: Never { fatalError("This view has no body.") }
  }

  struct TupleView<T>: PrimitiveView {}

  struct EmptyView: PrimitiveView {}

  extension Optional: View where Wrapped: View {
    typealias Body = Never
    var body: Never { fatalError("This view has no body.") }
  }

  struct ConditionalContent<First, Second>: PrimitiveView {}

  @resultBuilder
  enum ViewBuilder {
    static func buildBlock() -> EmptyView { EmptyView() }

    static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    static func buildBlock<each Content: View>(
      _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> { TupleView() }

    static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    static func buildEither<First: View, Second: View>(
      first: First
    ) -> ConditionalContent<First, Second> { ConditionalContent() }

    static func buildEither<First: View, Second: View>(
      second: Second
    ) -> ConditionalContent<First, Second> { ConditionalContent() }
  }

  struct Text: PrimitiveView {
    init(_ content: some StringProtocol) {}

    init(
      timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true,
      showsHours: Bool = true
    ) {}

    func monospacedDigit() -> Text { self }
  }

  struct Button<Label: View>: PrimitiveView {
    init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void)
    where Label == Text {}
  }

  struct VStack<Content: View>: PrimitiveView {
    init(@ViewBuilder content: () -> Content) {}
  }

  struct HStack<Content: View>: PrimitiveView {
    init(@ViewBuilder content: () -> Content) {}
  }

  struct List<SelectionValue, Content: View>: PrimitiveView {
    init<Data: RandomAccessCollection, ID: Hashable>(
      _ data: Data, id: KeyPath<Data.Element, ID>,
      @ViewBuilder rowContent: @escaping (Data.Element) -> Content
    ) where SelectionValue == Never {}
  }

  struct Circle: PrimitiveView {
    init() {}

    func trim(from start: CGFloat = 0, to end: CGFloat = 1) -> Circle { self }

    func stroke(lineWidth: CGFloat = 1) -> Circle { self }
  }

  struct Color: Hashable, Sendable {
    static let green = Color()
  }

  struct AnimationTimelineSchedule: TimelineSchedule {}

  protocol TimelineSchedule {}

  extension TimelineSchedule where Self == AnimationTimelineSchedule {
    static func animation(
      minimumInterval: Double? = nil, paused: Bool = false
    ) -> AnimationTimelineSchedule { AnimationTimelineSchedule() }
  }

  struct TimelineViewDefaultContext {
    let date: Date
  }

  struct TimelineView<Schedule: TimelineSchedule, Content: View>: PrimitiveView {
    init(
      _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) {}
  }

  extension View {
    func environment<T: AnyObject & Observable>(_ object: T?) -> some View { self }

    func onChange<V: Equatable>(
      of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
    ) -> some View { self }

    func accessibilityHidden(_ hidden: Bool) -> some View { self }
  }

  @propertyWrapper
  struct State<Value> {
    var wrappedValue: Value

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  }

  enum ScenePhase: Comparable, Hashable, Sendable {
    case background, inactive, active
  }

  protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
  }

  struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    init() {}

    var scenePhase: ScenePhase { .active }

    subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
      get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
      set { values[ObjectIdentifier(key)] = newValue }
    }
  }

  @propertyWrapper
  struct Environment<Value> {
    private let value: Value?

    init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
      value = EnvironmentValues()[keyPath: keyPath]
    }

    init(_ type: Value.Type) where Value: AnyObject & Observable { value = nil }

    var wrappedValue: Value {
      guard let value else { fatalError("There is no \(Value.self) in the environment.") }
      return value
    }
  }

  enum AccessibilityNotification {
    struct Announcement {
      /// What was announced, so that tests can read it. Apple's type has no such property.
      @MainActor static var posted: [String] = []

      private let announcement: String

      init(_ announcement: String) { self.announcement = announcement }

      func post() {
        MainActor.assumeIsolated { Self.posted.append(announcement) }
      }
    }
  }
#endif

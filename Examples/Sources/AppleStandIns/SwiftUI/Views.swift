// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

public import Foundation

public struct Text: Equatable, Sendable {
  public init<S>(_ content: S) where S: StringProtocol {}

  public init(
    timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true,
    showsHours: Bool = true
  ) {}

  public func monospacedDigit() -> Text { self }
}

extension Text: _Primitive {}

public struct Image: Equatable {
  public init(systemName: String) {}
}

@available(*, unavailable)
extension Image: Sendable {}

extension Image: _Primitive {}

public struct Button<Label>: _Primitive where Label: View {
  public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) {}
}

extension Button where Label == Text {
  public init<S>(_ title: S, action: @escaping () -> Void) where S: StringProtocol {}
}

@available(*, unavailable)
extension Button: Sendable {}

public struct HorizontalAlignment: Equatable {
  public nonisolated(unsafe) static let center = HorizontalAlignment()
}

public struct VerticalAlignment: Equatable {
  public nonisolated(unsafe) static let center = VerticalAlignment()
}

public struct VStack<Content>: _Primitive where Content: View {
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}

@available(*, unavailable)
extension VStack: Sendable {}

public struct HStack<Content>: _Primitive where Content: View {
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
}

@available(*, unavailable)
extension HStack: Sendable {}

public struct ForEach<Data, ID, Content> where Data: RandomAccessCollection, ID: Hashable {
  nonisolated init() {}
}

extension ForEach: View, _Primitive where Content: View {
  public typealias Body = Never
}

@available(*, unavailable)
extension ForEach: Sendable {}

public struct List<SelectionValue, Content>: _Primitive
where SelectionValue: Hashable, Content: View {}

@available(*, unavailable)
extension List: Sendable {}

extension List where SelectionValue == Never {
  public init<Data, ID, RowContent>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    Content == ForEach<Data, ID, RowContent>, Data: RandomAccessCollection, ID: Hashable,
    RowContent: View
  {}
}

// MARK: - Shapes and colours

public protocol Shape: Sendable, View {}

public struct Circle: Shape, _Primitive {
  nonisolated public init() {}
}

extension Shape {
  nonisolated public func trim(
    from startFraction: CGFloat = 0, to endFraction: CGFloat = 1
  ) -> some Shape { self }

  nonisolated public func stroke(lineWidth: CGFloat = 1) -> some Shape { self }
}

public protocol ShapeStyle: Sendable {}

public struct BackgroundStyle: ShapeStyle {
  public init() {}
}

extension ShapeStyle where Self == BackgroundStyle {
  public static var background: BackgroundStyle { BackgroundStyle() }
}

public struct Color: Hashable, Sendable {
  public static let blue = Color()
  public static let green = Color()
}

// MARK: - Timelines

public protocol TimelineSchedule {
  associatedtype Entries: Sequence where Self.Entries.Element == Date
  typealias Mode = TimelineScheduleMode
  func entries(from startDate: Date, mode: Self.Mode) -> Self.Entries
}

public enum TimelineScheduleMode: Sendable {
  case normal
  case lowFrequency
}

public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
  public init(minimumInterval: Double? = nil, paused: Bool = false) {}

  public struct Entries: Sequence, IteratorProtocol, Sendable {
    public mutating func next() -> Date? { nil }
  }

  public func entries(from start: Date, mode: TimelineScheduleMode)
    -> AnimationTimelineSchedule.Entries
  { Entries() }
}

public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
  public init() {}

  public struct Entries: Sequence, IteratorProtocol, Sendable {
    public mutating func next() -> Date? { nil }
  }

  public func entries(from startDate: Date, mode: TimelineScheduleMode)
    -> EveryMinuteTimelineSchedule.Entries
  { Entries() }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
  public static func animation(
    minimumInterval: Double? = nil, paused: Bool = false
  ) -> AnimationTimelineSchedule { AnimationTimelineSchedule() }
}

public struct TimelineView<Schedule, Content> where Schedule: TimelineSchedule {
  public struct Context {
    public let date: Date
  }
}

public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>
  .Context

extension TimelineView: View, _Primitive where Content: View {
  public typealias Body = Never

  public init(
    _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
  ) {}
}

@available(*, unavailable)
extension TimelineView: Sendable {}

@available(*, unavailable)
extension TimelineView.Context: Sendable {}

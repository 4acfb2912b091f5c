// What the recipes use of WidgetKit, App Intents, ActivityKit and AlarmKit, declared as Apple's pages declare it. Calls
// are noted in `SystemCalls`, so that tests can read them.
#if os(Linux)
  import Foundation
  import Synchronization

  /// The calls of the recipes to the system, in their order.
  package enum SystemCalls {
    private static let calls = Mutex<[String]>([])

    package static var all: [String] { calls.withLock { $0 } }

    static func note(_ call: String) { calls.withLock { $0.append(call) } }
  }

  package struct LocalizedStringResource: ExpressibleByStringLiteral, Sendable {
    package init(stringLiteral value: String) {}
  }

  // MARK: - WidgetKit

  package protocol TimelineEntry {
    var date: Date { get }
  }

  package struct TimelineReloadPolicy: Equatable, Sendable {
    private let date: Date?

    package static let never = TimelineReloadPolicy(date: nil)

    package static func after(_ date: Date) -> TimelineReloadPolicy {
      TimelineReloadPolicy(date: date)
    }
  }

  package struct Timeline<EntryType: TimelineEntry> {
    package let entries: [EntryType]
    package let policy: TimelineReloadPolicy

    package init(entries: [EntryType], policy: TimelineReloadPolicy) {
      self.entries = entries
      self.policy = policy
    }
  }

  package struct TimelineProviderContext: Sendable {}

  package protocol TimelineProvider {
    associatedtype Entry: TimelineEntry
    typealias Context = TimelineProviderContext
    func placeholder(in context: Context) -> Entry
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
    func getTimeline(
      in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
  }

  // MARK: - App Intents

  package protocol IntentResult: Sendable {}

  package struct IntentResultContainer: IntentResult {}

  extension IntentResult where Self == IntentResultContainer {
    package static func result() -> Self { IntentResultContainer() }
  }

  package protocol AppIntent: Sendable {
    associatedtype PerformResult: IntentResult
    static var title: LocalizedStringResource { get }
    init()
    func perform() async throws -> PerformResult
  }

  package protocol LiveActivityIntent: AppIntent {}

  // MARK: - ActivityKit

  package protocol ActivityAttributes: Codable, Sendable {
    associatedtype ContentState: Codable & Hashable & Sendable
  }

  package struct ActivityContent<State: Codable & Hashable & Sendable>: Sendable {
    package let state: State
    package let staleDate: Date?

    package init(state: State, staleDate: Date?, relevanceScore: Double = 0) {
      self.state = state
      self.staleDate = staleDate
    }
  }

  package struct ActivityUIDismissalPolicy: Sendable {
    package static let immediate = ActivityUIDismissalPolicy()
  }

  package struct PushType: Sendable {}

  package final class Activity<Attributes: ActivityAttributes>: Sendable {
    package static var activities: [Activity<Attributes>] { [] }

    package static func request(
      attributes: Attributes, content: ActivityContent<Attributes.ContentState>,
      pushType: PushType? = nil
    ) throws -> Activity<Attributes> {
      SystemCalls.note("request, stale \(content.staleDate != nil)")
      return Activity()
    }

    package func update(_ content: ActivityContent<Attributes.ContentState>) async {
      SystemCalls.note("update, stale \(content.staleDate != nil)")
    }

    package func end(
      _ content: ActivityContent<Attributes.ContentState>?,
      dismissalPolicy: ActivityUIDismissalPolicy
    ) async { SystemCalls.note("end") }
  }

  // MARK: - AlarmKit

  package protocol AlarmMetadata: Codable, Hashable, Sendable {}

  package struct AlarmPresentation: Sendable {
    package struct Alert: Sendable {
      package init(title: LocalizedStringResource) {}
    }

    package struct Countdown: Sendable {
      package init(title: LocalizedStringResource) {}
    }

    package struct Paused: Sendable {}

    package init(alert: Alert, countdown: Countdown? = nil, paused: Paused? = nil) {}
  }

  package struct AlarmAttributes<Metadata: AlarmMetadata>: Sendable {
    package init(presentation: AlarmPresentation, metadata: Metadata? = nil, tintColor: Color) {}
  }

  package struct Alarm: Identifiable, Sendable {
    package enum State: Sendable {
      case scheduled, countdown, paused, alerting
    }

    package let id: UUID
    package let state: State
  }

  package final class AlarmManager: Sendable {
    package struct AlarmConfiguration<Metadata: AlarmMetadata>: Sendable {
      let duration: TimeInterval

      package static func timer(
        duration: TimeInterval, attributes: AlarmAttributes<Metadata>
      ) -> AlarmConfiguration { AlarmConfiguration(duration: duration) }
    }

    package static let shared = AlarmManager()

    package func schedule<Metadata: AlarmMetadata>(
      id: Alarm.ID, configuration: AlarmConfiguration<Metadata>
    ) async throws -> Alarm {
      SystemCalls.note("schedule \(Int(configuration.duration))")
      return Alarm(id: id, state: .countdown)
    }

    package func pause(id: Alarm.ID) throws { SystemCalls.note("pause") }
    package func resume(id: Alarm.ID) throws { SystemCalls.note("resume") }
    package func cancel(id: Alarm.ID) throws { SystemCalls.note("cancel") }

    package var alarmUpdates: some AsyncSequence<[Alarm], Never> {
      AsyncStream<[Alarm]> { $0.finish() }
    }
  }
#endif

// What the recipes use of WidgetKit, App Intents, ActivityKit and AlarmKit, declared as Apple's pages declare it. Calls
// are noted in `SystemCalls`, so that tests can read them.
#if os(Linux)
  import Foundation
  import Synchronization

  /// The calls of the recipes to the system, in their order.
  enum SystemCalls {
    private static let calls = Mutex<[String]>([])

    static var all: [String] { calls.withLock { $0 } }

    static func note(_ call: String) { calls.withLock { $0.append(call) } }
  }

  struct LocalizedStringResource: ExpressibleByStringLiteral, Sendable {
    init(stringLiteral value: String) {}
  }

  // MARK: - WidgetKit

  protocol TimelineEntry {
    var date: Date { get }
  }

  struct TimelineReloadPolicy: Equatable, Sendable {
    private let date: Date?

    static let never = TimelineReloadPolicy(date: nil)

    static func after(_ date: Date) -> TimelineReloadPolicy {
      TimelineReloadPolicy(date: date)
    }
  }

  struct Timeline<EntryType: TimelineEntry> {
    let entries: [EntryType]
    let policy: TimelineReloadPolicy

    init(entries: [EntryType], policy: TimelineReloadPolicy) {
      self.entries = entries
      self.policy = policy
    }
  }

  struct TimelineProviderContext: Sendable {}

  protocol TimelineProvider {
    associatedtype Entry: TimelineEntry
    typealias Context = TimelineProviderContext
    func placeholder(in context: Context) -> Entry
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
    func getTimeline(
      in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
  }

  // MARK: - App Intents

  protocol IntentResult: Sendable {}

  struct IntentResultContainer: IntentResult {}

  extension IntentResult where Self == IntentResultContainer {
    static func result() -> Self { IntentResultContainer() }
  }

  protocol AppIntent: Sendable {
    associatedtype PerformResult: IntentResult
    static var title: LocalizedStringResource { get }
    init()
    func perform() async throws -> PerformResult
  }

  protocol LiveActivityIntent: AppIntent {}

  // MARK: - ActivityKit

  protocol ActivityAttributes: Codable, Sendable {
    associatedtype ContentState: Codable & Hashable & Sendable
  }

  struct ActivityContent<State: Codable & Hashable & Sendable>: Sendable {
    let state: State
    let staleDate: Date?

    init(state: State, staleDate: Date?, relevanceScore: Double = 0) {
      self.state = state
      self.staleDate = staleDate
    }
  }

  struct ActivityUIDismissalPolicy: Sendable {
    static let immediate = ActivityUIDismissalPolicy()
  }

  struct PushType: Sendable {}

  final class Activity<Attributes: ActivityAttributes>: Sendable {
    static var activities: [Activity<Attributes>] { [] }

    static func request(
      attributes: Attributes, content: ActivityContent<Attributes.ContentState>,
      pushType: PushType? = nil
    ) throws -> Activity<Attributes> {
      SystemCalls.note("request, stale \(content.staleDate != nil)")
      return Activity()
    }

    func update(_ content: ActivityContent<Attributes.ContentState>) async {
      SystemCalls.note("update, stale \(content.staleDate != nil)")
    }

    func end(
      _ content: ActivityContent<Attributes.ContentState>?,
      dismissalPolicy: ActivityUIDismissalPolicy
    ) async { SystemCalls.note("end") }
  }

  // MARK: - AlarmKit

  protocol AlarmMetadata: Codable, Hashable, Sendable {}

  struct AlarmPresentation: Sendable {
    struct Alert: Sendable {
      init(title: LocalizedStringResource) {}
    }

    struct Countdown: Sendable {
      init(title: LocalizedStringResource) {}
    }

    struct Paused: Sendable {}

    init(alert: Alert, countdown: Countdown? = nil, paused: Paused? = nil) {}
  }

  struct AlarmAttributes<Metadata: AlarmMetadata>: Sendable {
    init(presentation: AlarmPresentation, metadata: Metadata? = nil, tintColor: Color) {}
  }

  struct Alarm: Identifiable, Sendable {
    enum State: Sendable {
      case scheduled, countdown, paused, alerting
    }

    let id: UUID
    let state: State
  }

  final class AlarmManager: Sendable {
    struct AlarmConfiguration<Metadata: AlarmMetadata>: Sendable {
      let duration: TimeInterval

      static func timer(
        duration: TimeInterval, attributes: AlarmAttributes<Metadata>
      ) -> AlarmConfiguration { AlarmConfiguration(duration: duration) }
    }

    static let shared = AlarmManager()

    func schedule<Metadata: AlarmMetadata>(
      id: Alarm.ID, configuration: AlarmConfiguration<Metadata>
    ) async throws -> Alarm {
      SystemCalls.note("schedule \(Int(configuration.duration))")
      return Alarm(id: id, state: .countdown)
    }

    func pause(id: Alarm.ID) throws { SystemCalls.note("pause") }
    func resume(id: Alarm.ID) throws { SystemCalls.note("resume") }
    func cancel(id: Alarm.ID) throws { SystemCalls.note("cancel") }

    var alarmUpdates: some AsyncSequence<[Alarm], Never> {
      AsyncStream<[Alarm]> { $0.finish() }
    }
  }
#endif

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

public import Foundation

#if !os(Linux)
  public import ActivityKit
  public import AppIntents
#endif

@available(iOS 26.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public class AlarmManager {
  public struct AlarmConfiguration<Metadata> where Metadata: AlarmMetadata {
    package let duration: TimeInterval

    public static func timer(
      duration: TimeInterval, attributes: AlarmAttributes<Metadata>,
      stopIntent: (any LiveActivityIntent)? = nil,
      secondaryIntent: (any LiveActivityIntent)? = nil,
      sound: AlertConfiguration.AlertSound = .default
    ) -> AlarmManager.AlarmConfiguration<Metadata> { AlarmConfiguration(duration: duration) }
  }

  public static nonisolated(unsafe) let shared = AlarmManager()

  public var alarms: [Alarm] {
    get throws { Alarms.list }
  }

  public var alarmUpdates: some AsyncSequence<[Alarm], Never> {
    AsyncStream<[Alarm]> { $0.finish() }
  }

  public func schedule<Metadata>(
    id: Alarm.ID, configuration: AlarmManager.AlarmConfiguration<Metadata>
  ) async throws -> Alarm where Metadata: AlarmMetadata {
    SystemCalls.note("schedule \(Int(configuration.duration))")
    guard !Alarms.isRefusing else { throw AlarmRefusal() }
    let alarm = Alarm(id: id, state: .countdown)
    Alarms.list = Alarms.list.filter { $0.id != id } + [alarm]
    return alarm
  }

  public func pause(id: Alarm.ID) throws { change("pause", id, to: .paused) }

  public func resume(id: Alarm.ID) throws { change("resume", id, to: .countdown) }

  public func cancel(id: Alarm.ID) throws {
    SystemCalls.note("cancel")
    Alarms.list.removeAll { $0.id == id }
  }

  private func change(_ call: String, _ id: Alarm.ID, to state: Alarm.State) {
    SystemCalls.note(call)
    Alarms.list = Alarms.list.map { $0.id == id ? Alarm(id: id, state: state) : $0 }
  }
}

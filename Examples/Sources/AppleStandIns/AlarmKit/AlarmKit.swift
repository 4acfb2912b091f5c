// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

public import Foundation

#if !os(Linux)
  public import ActivityKit
  public import AppIntents
  public import SwiftUI
#endif

@available(iOS 26.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public protocol AlarmMetadata: Decodable, Encodable, Hashable, Sendable {}

@available(iOS 26.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public struct AlarmButton {
  public init(text: LocalizedStringResource, textColor: Color, systemImageName: String) {}
}

@available(iOS 26.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public struct AlarmPresentation {
  public struct Alert {
    @available(iOS 26.1, *)
    public init(title: LocalizedStringResource) {}
  }

  public struct Countdown {
    package let hasPauseButton: Bool

    public init(title: LocalizedStringResource, pauseButton: AlarmButton? = nil) {
      hasPauseButton = pauseButton != nil
    }
  }

  public struct Paused {
    public init(title: LocalizedStringResource, resumeButton: AlarmButton) {}
  }

  package let canPause: Bool

  public init(
    alert: AlarmPresentation.Alert, countdown: AlarmPresentation.Countdown? = nil,
    paused: AlarmPresentation.Paused? = nil
  ) {
    canPause = countdown?.hasPauseButton == true && paused != nil
  }
}

@available(iOS 26.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public struct AlarmPresentationState: Codable, Hashable {
  public enum Mode: Codable, Hashable {
    public struct Countdown: Codable, Hashable {
      public var totalCountdownDuration: TimeInterval
      public var previouslyElapsedDuration: TimeInterval
      public var startDate: Date
      public var fireDate: Date

      public init(
        totalCountdownDuration: TimeInterval, previouslyElapsedDuration: TimeInterval,
        startDate: Date, fireDate: Date
      ) {
        self.totalCountdownDuration = totalCountdownDuration
        self.previouslyElapsedDuration = previouslyElapsedDuration
        self.startDate = startDate
        self.fireDate = fireDate
      }
    }

    public struct Paused: Codable, Hashable, Sendable {
      public var totalCountdownDuration: TimeInterval
      public var previouslyElapsedDuration: TimeInterval

      public init(totalCountdownDuration: TimeInterval, previouslyElapsedDuration: TimeInterval) {
        self.totalCountdownDuration = totalCountdownDuration
        self.previouslyElapsedDuration = previouslyElapsedDuration
      }
    }

    public struct Alert: Codable, Hashable {}

    case alert(AlarmPresentationState.Mode.Alert)
    case countdown(AlarmPresentationState.Mode.Countdown)
    case paused(AlarmPresentationState.Mode.Paused)
  }

  public var alarmID: Alarm.ID
  public var mode: AlarmPresentationState.Mode

  public init(alarmID: Alarm.ID, mode: AlarmPresentationState.Mode) {
    self.alarmID = alarmID
    self.mode = mode
  }
}

@available(iOS 26.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public struct AlarmAttributes<Metadata>: ActivityAttributes, Sendable
where Metadata: AlarmMetadata {
  public typealias ContentState = AlarmPresentationState

  // Apple's type is stored with its activity.
  public init(from decoder: any Decoder) throws {}

  public func encode(to encoder: any Encoder) throws {}

  public init(presentation: AlarmPresentation, metadata: Metadata? = nil, tintColor: Color) {
    SystemCalls.note("can pause \(presentation.canPause)")
  }
}

@available(iOS 26.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public struct Alarm: Identifiable {
  public enum State {
    case scheduled
    case countdown
    case paused
    case alerting
  }

  public var id: UUID
  public var state: Alarm.State

  package init(id: UUID, state: State) {
    self.id = id
    self.state = state
  }
}

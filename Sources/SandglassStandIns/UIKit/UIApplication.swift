// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Sources/SandglassStandIns/README.md lists the sources.

public import Foundation

/// Stands in for UIKit's application: public declarations have Apple's signatures and isolation, and
/// package declarations control the system.
// UIApplication.h: NS_SWIFT_UI_ACTOR, API_UNAVAILABLE(watchos). Page: @MainActor class UIApplication.
@MainActor
@available(watchOS, unavailable)
public class UIApplication {
  // UIApplication.h: NS_ENUM(NSInteger), in that order. Page: conforms to Sendable.
  public enum State: Int, Sendable {
    case active
    case inactive
    case background
  }

  // UIApplication.h: NS_SWIFT_NONISOLATED. Page: nonisolated class let.
  public nonisolated static let didEnterBackgroundNotification =
    NSNotification.Name("UIApplicationDidEnterBackgroundNotification")

  // UIApplication.h: NS_SWIFT_NONISOLATED. Page: nonisolated class let.
  public nonisolated static let willEnterForegroundNotification =
    NSNotification.Name("UIApplicationWillEnterForegroundNotification")

  // UIApplication.h. Page: nonisolated class let.
  public nonisolated static let didBecomeActiveNotification =
    NSNotification.Name("UIApplicationDidBecomeActiveNotification")

  // UIApplication.h. Page: nonisolated class let.
  public nonisolated static let willResignActiveNotification =
    NSNotification.Name("UIApplicationWillResignActiveNotification")

  // UIApplication.h: readonly, and not NS_SWIFT_NONISOLATED. Page: var { get }.
  public package(set) var applicationState: UIApplication.State

  package nonisolated let tasks = BackgroundTasks()

  package init(_ state: State = .active) {
    applicationState = state
  }

  // UIApplication.h: NS_SWIFT_NONISOLATED; both parameters nullable, the handler NS_SWIFT_UI_ACTOR.
  // Page: nonisolated func, handler: (@MainActor @Sendable () -> Void)? = nil.
  public nonisolated func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    tasks.begin(named: taskName, handler)
  }

  // UIApplication.h: NS_SWIFT_NONISOLATED. Page: nonisolated func, safe on any thread.
  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    tasks.end(identifier)
  }
}
